// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import {
  MemoryEngineStore,
  parsePrincipalId,
  type ConsentSigner,
  type EngineStore,
  type Plugin,
} from '@countersign/core';
import { SqliteEngineStore } from '@countersign/store-sqlite';
import { Ed25519Signer, ed25519Verifier, generateEd25519KeyPair, parsePublicKey } from '@countersign/verifier-ed25519';
import { HmacSigner, generateHmacKey, hmacVerifier } from '@countersign/verifier-hmac';

/** Where a journal lies, outliving the runtimes over it. */
export interface Medium {
  open(stateFolder: string): EngineStore;
}

/** People who may decide, and what checks their signatures. */
export interface People {
  readonly verifier: Plugin;
  readonly approver: ConsentSigner;
  readonly second: ConsentSigner;
  /** Holds a key that nobody trusts. */
  readonly stranger: ConsentSigner;
}

export interface Stack {
  readonly name: string;
  readonly medium: () => Medium;
  readonly people: () => People;
}

function memoryMedium(): Medium {
  const store = new MemoryEngineStore();
  // Closing a runtime must not close what stands for the disk.
  const view = new Proxy<EngineStore>(store, {
    get: (target, property) => {
      if (property === 'close') return () => Promise.resolve();
      const member: unknown = Reflect.get(target, property, target);
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
  return { open: () => view };
}

const sqliteMedium = (): Medium => ({
  open: (stateFolder) => new SqliteEngineStore({ file: join(stateFolder, 'journal.sqlite') }),
});

const active = { kind: 'active' } as const;

function hmacPeople(): People {
  const keyOf = (name: string) => generateHmacKey(parsePrincipalId(name));
  const [approver, second, stranger] = [keyOf('approver'), keyOf('second'), keyOf('stranger')];
  return {
    verifier: hmacVerifier({ keys: [approver, second].map((key) => ({ ...key, status: active })) }),
    approver: new HmacSigner({ key: approver }),
    second: new HmacSigner({ key: second }),
    stranger: new HmacSigner({ key: stranger }),
  };
}

function ed25519People(): People {
  const personOf = (name: string) => {
    const { privateKeyPem, publicKeyPem } = generateEd25519KeyPair();
    const principal = parsePrincipalId(name);
    return {
      signer: Ed25519Signer.fromPem(privateKeyPem, { principal }),
      trusted: { publicKey: parsePublicKey(publicKeyPem), principal, status: active },
    };
  };
  const [approver, second, stranger] = [personOf('approver'), personOf('second'), personOf('stranger')];
  return {
    verifier: ed25519Verifier({ keys: [approver.trusted, second.trusted] }),
    approver: approver.signer,
    second: second.signer,
    stranger: stranger.signer,
  };
}

/**
 * Every requirement of consent and install holds over each of these: every store and every verifier is in one of them. How
 * they are paired makes no difference, since neither knows of the other.
 */
export const stacks: readonly Stack[] = [
  { name: 'memory and HMAC', medium: memoryMedium, people: hmacPeople },
  { name: 'SQLite and Ed25519', medium: sqliteMedium, people: ed25519People },
];
