// SPDX-License-Identifier: Apache-2.0
import { SpanStatusCode, trace, type Span, type Tracer, type TracerProvider } from '@opentelemetry/api';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { CountersignError } from '../../src/errors/index.js';
import { observe } from '../../src/telemetry/observe.js';

interface Ended {
  readonly name: string;
  code?: SpanStatusCode;
  message?: string | undefined;
  ends: number;
}

let spans: Ended[];

function recordingTracer(): TracerProvider {
  const tracer = {
    startSpan: (name: string): Span => {
      const ended: Ended = { name, ends: 0 };
      spans.push(ended);
      const span = {
        setStatus: ({ code, message }: { code: SpanStatusCode; message?: string }) =>
          Object.assign(ended, { code, message }),
        end: () => (ended.ends += 1),
      };
      return span as unknown as Span;
    },
  };
  return { getTracer: () => tracer as unknown as Tracer };
}

beforeEach(() => {
  spans = [];
  trace.setGlobalTracerProvider(recordingTracer());
});
afterEach(() => trace.disable());

class BasePort {
  close(): Promise<string> {
    return Promise.resolve('closed');
  }
}

class Port extends BasePort {
  readonly #secret = 'secret';
  readonly label = 'label';
  readonly ownMethod = () => Promise.resolve('own');
  declare readonly optional?: () => void;

  get whisper(): string {
    return this.#secret;
  }

  answer(): Promise<string> {
    return Promise.resolve(this.#secret);
  }

  refuse(): Promise<never> {
    return Promise.reject(new CountersignError('busy', { cause: new Error('of the machine') }));
  }

  explode(): never {
    throw new Error('a foreign text');
  }
}

describe('observed ports', () => {
  // Object.freeze makes each own member one that a proxy over it could not replace.
  test.each([
    ['plain', (port: Port) => port],
    ['frozen', (port: Port) => Object.freeze(port)],
  ])('keep their behaviour, private fields included: %s', async (_, make) => {
    const port = observe('Port', make(new Port()));
    expect(port).toBeInstanceOf(Port);
    expect(port.label).toBe('label');
    expect(port.whisper).toBe('secret');
    expect(port.optional).toBeUndefined();
    expect(['close' in port, 'label' in port, 'optional' in port]).toEqual([true, true, false]);
    await expect(port.answer()).resolves.toBe('secret');
    await expect(port.ownMethod()).resolves.toBe('own');
    await expect(port.close()).resolves.toBe('closed');
    await expect(port.refuse()).rejects.toMatchObject({ code: 'busy' });
    expect(() => port.explode()).toThrow('a foreign text');
    const called = ['answer', 'ownMethod', 'close', 'refuse', 'explode'];
    expect(spans.map(({ name }) => name)).toEqual(called.map((method) => `countersign.Port.${method}`));
    expect(port.answer).toBe(port.answer);
  });

  test('may be object literals, frozen ones too', async () => {
    const port = observe('Port', Object.freeze({ hostId: 'a-host', answer: () => Promise.resolve(1) }));
    expect(port.hostId).toBe('a-host');
    await expect(port.answer()).resolves.toBe(1);
    expect(spans).toEqual([{ name: 'countersign.Port.answer', ends: 1 }]);
  });

  test('are not written to', () => {
    const port: { label: string } = observe('Port', { label: 'label' });
    expect(() => (port.label = 'another')).toThrow(TypeError);
    expect(port.label).toBe('label');
  });

  test('A11 record the code of an error and nothing else of it', async () => {
    const port = observe('Port', new Port());
    await port.answer();
    await port.refuse().catch(() => undefined);
    expect(() => port.explode()).toThrow();
    expect(spans).toEqual([
      { name: 'countersign.Port.answer', ends: 1 },
      { name: 'countersign.Port.refuse', code: SpanStatusCode.ERROR, message: 'busy', ends: 1 },
      { name: 'countersign.Port.explode', code: SpanStatusCode.ERROR, message: 'internal', ends: 1 },
    ]);
  });

  test('record an error of a newer copy of the package as internal', async () => {
    const newer = Object.assign(new CountersignError('busy'), { code: 'of-next-year' });
    const port = observe('Port', { refuse: () => Promise.reject(newer) });
    await expect(port.refuse()).rejects.toBe(newer);
    expect(spans).toMatchObject([{ message: 'internal' }]);
  });
});
