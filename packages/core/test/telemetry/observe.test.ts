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

class Port {
  readonly #secret = 'secret';
  readonly label = 'label';

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
  test('keep their behaviour, private fields included', async () => {
    const port = observe('Port', new Port());
    expect(port.label).toBe('label');
    await expect(port.answer()).resolves.toBe('secret');
    await expect(port.refuse()).rejects.toMatchObject({ code: 'busy' });
    expect(() => port.explode()).toThrow('a foreign text');
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
});
