// SPDX-License-Identifier: Apache-2.0
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import {
  ChainVerifier,
  MerkleTree,
  assertionDigest,
  assertionSigningBytes,
  canonicalJson,
  challengeDigest,
  checkpointSigningBytes,
  compose,
  createManifest,
  decodeAssertion,
  decodeCheckpoint,
  digestOf,
  emptyCatalog,
  encodeAssertion,
  encodeCheckpoint,
  fileSystem,
  fixedCatalog,
  manifestDigest,
  memoryStore,
  parseCanonicalJson,
  parsePrincipalId,
  policyDigest,
  readCatalog,
  readChallenge,
  readManifest,
  readPolicy,
  releaseRoot,
  sealCommit,
  sha256,
  signingBytes,
  type CommitRequest,
  type ConsentSigner,
  type Digest,
  type DigestType,
  type ErrorCode,
  type JournalRecord,
  type JsonValue,
  type UnsignedAssertion,
  type UnsignedCheckpoint,
} from '@countersign/core';
import { Ed25519Signer, ed25519Verifier, parsePublicKey } from '@countersign/verifier-ed25519';
import { HmacSigner } from '@countersign/verifier-hmac';
import { expectCode } from './expect-code.js';

const FOLDER = join(import.meta.dirname, '../../../../docs/formats/vectors');
const loaded = new Set<string>();

function load(name: string): string {
  loaded.add(name);
  return readFileSync(join(FOLDER, name), 'utf8');
}

function vectors<T>(name: string): T {
  return JSON.parse(load(name)) as T;
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

interface SignedVector<Unsigned> {
  readonly unsigned: Unsigned;
  readonly signingBytesHex: string;
  readonly proof: string;
  readonly wire: string;
}

interface AssertionVector extends SignedVector<UnsignedAssertion> {
  readonly digest: string;
}

describe('canonical-json.json', () => {
  const { accepted, refused } = vectors<{
    accepted: readonly { name: string; value: JsonValue; canonical: string }[];
    refused: readonly { name: string; text: string; code: ErrorCode }[];
  }>('canonical-json.json');

  test.each(accepted)('$name', ({ value, canonical }) => {
    expect(canonicalJson(value)).toBe(canonical);
    expect(parseCanonicalJson(canonical, 4096)).toEqual(value);
  });

  test.each(refused)('refuses $name', ({ text, code }) => {
    expectCode(() => parseCanonicalJson(text, 4096), code);
  });
});

describe('digests.json', () => {
  const { digests } = vectors<{
    digests: readonly { type: DigestType; of: string; value: JsonValue; signingBytes: string; digest: string }[];
  }>('digests.json');

  test.each(digests)('$type: $of', (vector) => {
    expect(Buffer.from(signingBytes(vector.type, vector.value)).toString('utf8')).toBe(vector.signingBytes);
    expect(digestOf(vector.type, vector.value)).toBe(vector.digest);
    expect(sha256(vector.signingBytes)).toBe(vector.digest);
  });

  test('every type has a vector', () => {
    const types: Readonly<Record<DigestType, true>> = {
      manifest: true,
      catalog: true,
      challenge: true,
      assertion: true,
      policy: true,
      record: true,
      epoch: true,
      workspace: true,
      nonce: true,
      checkpoint: true,
    };
    expect(new Set(digests.map(({ type }) => type as string))).toEqual(new Set(Object.keys(types)));
  });
});

describe('documents', () => {
  const { files, ...manifest } = vectors<{
    files: readonly { path: string; executable: boolean; text: string }[];
    manifest: JsonValue;
    digest: string;
  }>('manifest.json');
  const catalog = vectors<{ catalog: JsonValue; releaseRoot: string }>('catalog.json');
  const { policies } = vectors<{ policies: readonly { policy: JsonValue; digest: string }[] }>('policy.json');
  const challenge = vectors<{ challenge: JsonValue; canonical: string; digest: string }>('challenge.json');

  test('manifest.json', () => {
    const made = files.map(({ path, executable, text }) => {
      return { path, executable, size: Buffer.byteLength(text), sha256: sha256(text) };
    });
    expect(createManifest(made)).toEqual(manifest.manifest);
    expect(manifestDigest(readManifest(manifest.manifest))).toBe(manifest.digest);
  });

  test('catalog.json', () => {
    expect(readCatalog(catalog.catalog)).toEqual(catalog.catalog);
    expect(releaseRoot(readCatalog(catalog.catalog))).toBe(catalog.releaseRoot);
  });

  test('policy.json', () => {
    const digests = policies.map(({ policy }) => policyDigest(readPolicy(policy)));
    expect(digests).toEqual(policies.map(({ digest }) => digest));
  });

  test('challenge.json', () => {
    expect(canonicalJson(challenge.challenge)).toBe(challenge.canonical);
    expect(challengeDigest(readChallenge(challenge.challenge))).toBe(challenge.digest);
  });
});

describe('signed documents', () => {
  const { ed25519, hmac } = vectors<{
    ed25519: AssertionVector & { key: { seedHex: string; openSsh: string; keyId: string } };
    hmac: AssertionVector & { key: { keyId: string; secretHex: string } };
  }>('assertion.json');
  const principal = parsePrincipalId('approver');
  // PKCS #8 around the 32 bytes of the seed (RFC 8410).
  const pkcs8 = Buffer.from(`302e020100300506032b657004220420${ed25519.key.seedHex}`, 'hex').toString('base64');
  const pem = `-----BEGIN PRIVATE KEY-----\n${pkcs8}\n-----END PRIVATE KEY-----\n`;
  const ed25519Signer = Ed25519Signer.fromPem(pem, { principal });
  const secret = Buffer.from(hmac.key.secretHex, 'hex');
  const hmacSigner = new HmacSigner({ key: { keyId: hmac.key.keyId, principal, secret } });
  const approver = load('approver.pub');
  const signed = vectors<SignedVector<UnsignedCheckpoint>>('checkpoint.json');
  const exportCheckpoint = load('export.checkpoint');
  const exported = load('export.jsonl');

  test('assertion.json names the key that approver.pub holds', () => {
    expect(approver).toBe(`${ed25519.key.openSsh}\n`);
    expect(ed25519Signer.keyId).toBe(ed25519.key.keyId);
  });

  test.each<[string, AssertionVector, ConsentSigner]>([
    ['Ed25519', ed25519, ed25519Signer],
    ['HMAC', hmac, hmacSigner],
  ])('assertion.json, %s', async (_name, vector, signer) => {
    const bytes = assertionSigningBytes(vector.unsigned);
    expect(hexOf(bytes)).toBe(vector.signingBytesHex);
    expect(await signer.sign(bytes)).toBe(vector.proof);
    const assertion = { ...vector.unsigned, proof: vector.proof };
    expect(encodeAssertion(assertion)).toBe(vector.wire);
    expect(decodeAssertion(vector.wire)).toEqual(assertion);
    expect(assertionDigest(assertion)).toBe(vector.digest);
  });

  test('checkpoint.json and export.checkpoint', async () => {
    const bytes = checkpointSigningBytes(signed.unsigned);
    expect(hexOf(bytes)).toBe(signed.signingBytesHex);
    expect(await ed25519Signer.sign(bytes)).toBe(signed.proof);
    const checkpoint = { ...signed.unsigned, proof: signed.proof };
    expect(encodeCheckpoint(checkpoint)).toBe(signed.wire);
    expect(decodeCheckpoint(signed.wire)).toEqual(checkpoint);
    expect(exportCheckpoint).toBe(`${signed.wire}\n`);
  });

  test('export.jsonl verifies with the public key alone, and contains what the checkpoint signs for', async () => {
    const checkpoint = decodeCheckpoint(exportCheckpoint.trimEnd());
    const runtime = compose({
      plugins: [
        memoryStore(),
        // Asked for nothing, so nothing is made there.
        fileSystem({ stateFolder: join(tmpdir(), 'countersign-vectors') }),
        fixedCatalog(emptyCatalog),
        ed25519Verifier({ keys: [{ publicKey: parsePublicKey(approver), principal, status: { kind: 'active' } }] }),
      ],
      config: { audience: checkpoint.audience },
    });
    const report = await runtime.audit.verifyExport(Readable.from([exported]), { checkpoint });
    expect(report).toMatchObject({ finding: null, records: checkpoint.size, proofs: 1, root: checkpoint.root });
    await runtime.close();
  });
});

describe('the journal', () => {
  const { commits, records } = vectors<{ commits: readonly CommitRequest[]; records: readonly JournalRecord[] }>(
    'journal.json',
  );
  const { leaves, roots } = vectors<{ leaves: readonly Digest[]; roots: readonly string[] }>('merkle-tree.json');

  test('journal.json: two commits become a chain of three records', () => {
    const sealed: JournalRecord[] = [];
    for (const commit of commits) {
      const headOf = (stream: string) => sealed.findLast((record) => record.stream === stream);
      sealed.push(...sealCommit(commit, sealed.length, headOf));
    }
    expect(sealed).toEqual(records);
    const chain = new ChainVerifier();
    expect(records.map((record) => chain.next(record))).toEqual(records.map(() => undefined));
  });

  test('merkle-tree.json: the tree hashes of none to seven leaves', () => {
    const tree = new MerkleTree();
    const made = [tree.root()];
    for (const leaf of leaves) {
      tree.append(leaf);
      made.push(tree.root());
    }
    expect(leaves).toHaveLength(7);
    expect(made).toEqual(roots);
  });
});

test('every file of the folder is checked here', () => {
  expect([...loaded].sort()).toEqual(readdirSync(FOLDER).sort());
});
