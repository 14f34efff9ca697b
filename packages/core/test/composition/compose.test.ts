// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from '@jest/globals';
import { compose, emptyCatalog, fixedCatalog, memoryStore, token, tokens, type Plugin } from '../../src/index.js';
import { closeParts } from '../../src/composition/close-parts.js';
import { Container } from '../../src/composition/container.js';

const config = { audience: 'tests' };
const one = token<{ readonly name: string }>('test.one');
const two = token<{ readonly name: string }>('test.two');

describe('the container', () => {
  test('makes a part once, when it is first needed', () => {
    const container = new Container();
    let made = 0;
    container.bind(one, () => ({ name: `one ${String((made += 1))}` }));
    expect(made).toBe(0);
    expect(container.one(one)).toBe(container.one(one));
    expect(made).toBe(1);
  });

  test('two runtimes never share a part', () => {
    const [first, second] = [new Container(), new Container()];
    for (const container of [first, second]) container.bind(one, () => ({ name: 'one' }));
    expect(first.one(one)).not.toBe(second.one(one));
  });

  test('refuses a second binding, unless it is said to override', () => {
    const container = new Container();
    container.bind(one, () => ({ name: 'first' }));
    expect(() => container.bind(one, () => ({ name: 'second' }))).toThrow(
      expect.objectContaining({ code: 'binding-duplicate' }),
    );
    container.bind(one, () => ({ name: 'third' }), { override: true });
    expect(container.one(one).name).toBe('third');
    container.bindMany(tokens.materialSources, 'x', () => ({ scheme: 'x', open: () => Promise.reject(new Error()) }));
    expect(() =>
      container.bindMany(tokens.materialSources, 'x', () => ({ scheme: 'x', open: () => Promise.reject(new Error()) })),
    ).toThrow(expect.objectContaining({ code: 'binding-duplicate' }));
  });

  test('names a part that nothing binds', () => {
    expect(() => new Container().one(one)).toThrow(
      expect.objectContaining({ code: 'binding-missing', details: { port: 'test.one' } }),
    );
  });

  test('keeps the error of a factory whole, with its class, code and cause', () => {
    class VendorError extends Error {
      readonly code = 'VENDOR';
    }
    const thrown = new VendorError('no', { cause: new Error('why') });
    const container = new Container();
    container.bind(one, () => {
      throw thrown;
    });
    container.bind(two, (resolve) => ({ name: resolve.one(one).name }));
    let caught: unknown;
    try {
      container.one(two);
    } catch (error) {
      caught = error;
    }
    expect(caught).toBe(thrown);
  });
});

describe('closing', () => {
  test('closes newest first, each once, even when one fails, and tells all failures', async () => {
    const closed: string[] = [];
    const part = (name: string, fails = false) => ({
      close: () => {
        closed.push(name);
        if (fails) throw new Error(name);
      },
    });
    const [a, b, c] = [part('a'), part('b', true), part('c', true)];
    await expect(closeParts([a, b, { name: 'without close' }, c, a])).rejects.toMatchObject({
      code: 'close-failed',
      cause: { errors: [{ message: 'c' }, { message: 'b' }] },
    });
    expect(closed).toEqual(['c', 'b', 'a']);
  });
});

describe('compose', () => {
  test('names the part that a stack lacks', () => {
    expect(() => compose({ plugins: [memoryStore()], config })).toThrow(
      expect.objectContaining({ code: 'binding-missing' }),
    );
  });

  test('a plugin of a vendor takes the place of a part of core without a change to core', async () => {
    const clock: Plugin = {
      name: 'vendor-clock',
      register: (registry) => registry.bind(tokens.clock, () => ({ now: () => '2026-01-01T00:00:00Z' as never })),
    };
    const runtime = compose({ plugins: [memoryStore(), fixedCatalog(emptyCatalog), clock, ...missingParts], config });
    expect(await runtime.audit.verify()).toMatchObject({ finding: null, records: 0 });
    await runtime.close();
    await runtime.close();
    await expect(runtime.policy.current()).rejects.toMatchObject({ code: 'closed' });
  });
});

describe('composing that fails', () => {
  test('closes what was made so far, newest first, and lets the error through whole', async () => {
    const closed: string[] = [];
    const closing = (name: string, end: () => unknown) => ({
      close: () => {
        closed.push(name);
        return end();
      },
    });
    class VendorError extends Error {}
    const thrown = new VendorError('no skill store', { cause: new Error('why') });
    const plugin: Plugin = {
      name: 'half-made',
      register: (registry) => {
        registry.bind(tokens.clock, () => closing('clock', () => undefined) as never);
        registry.bind(tokens.randomness, () => closing('randomness', () => Promise.reject(new Error('late'))) as never);
        registry.bind(tokens.engineStore, ({ one }) => {
          one(tokens.clock);
          return closing('store', () => {
            throw new Error('at once');
          }) as never;
        });
        registry.bind(tokens.skillStore, () => {
          throw thrown;
        });
      },
    };
    let caught: unknown;
    try {
      compose({ plugins: [plugin, fixedCatalog(emptyCatalog)], config });
    } catch (error) {
      caught = error;
    }
    expect(caught).toBe(thrown);
    expect(closed).toEqual(['store', 'randomness', 'clock']);
    // A close that fails later must not end the process as a rejection that nobody handles.
    await new Promise(setImmediate);
  });

  test.each<[string, Plugin['register']]>([
    [
      'HostAdapter',
      (registry) => registry.bindMany(tokens.hostAdapters, 'codex', () => ({ hostId: 'other' }) as never),
    ],
    [
      'MaterialSource',
      (registry) => registry.bindMany(tokens.materialSources, 'codex', () => ({ scheme: 'other' }) as never),
    ],
    [
      'ConsentVerifier',
      (registry) => registry.bindMany(tokens.consentVerifiers, 'codex', () => ({ authenticatorId: 'other' }) as never),
    ],
  ])('refuses a %s under another key than its own', (port, register) => {
    const plugins = [memoryStore(), fixedCatalog(emptyCatalog), ...missingParts, { name: 'misnamed', register }];
    expect(() => compose({ plugins, config })).toThrow(
      expect.objectContaining({ code: 'configuration-invalid', details: { port, key: 'codex' } }),
    );
  });
});

const missingParts: readonly Plugin[] = [
  {
    name: 'unused-parts',
    register: (registry) => {
      registry.bind(tokens.skillStore, () => ({}) as never);
      registry.bind(tokens.workspaceIdentity, () => ({}) as never);
    },
  },
];
