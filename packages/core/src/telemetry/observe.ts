// SPDX-License-Identifier: Apache-2.0
import { SpanStatusCode, metrics, trace } from '@opentelemetry/api';
import { toCountersignError } from '../errors/index.js';

const SCOPE = '@countersign/core';

/**
 * Wraps a port so that each asynchronous call is a span `countersign.<port>.<method>` and counts in the histogram
 * `countersign.port.duration` (milliseconds). Arguments and results are never recorded, only error codes. Without an
 * OpenTelemetry SDK in the process this costs next to nothing.
 */
export function observe<T extends object>(port: string, target: T): T {
  const tracer = trace.getTracer(SCOPE);
  const duration = metrics.getMeter(SCOPE).createHistogram('countersign.port.duration', { unit: 'ms' });
  const wrapped = new Map<PropertyKey, unknown>();

  const wrap = (method: string, call: (...args: unknown[]) => unknown) => {
    return (...args: unknown[]): unknown => {
      const span = tracer.startSpan(`countersign.${port}.${method}`);
      const startedMs = performance.now();
      const end = (code: string | undefined) => {
        if (code !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: code });
        duration.record(performance.now() - startedMs, { port, method, outcome: code ?? 'ok' });
        span.end();
      };
      try {
        const result = call.apply(target, args);
        if (!isPromise(result)) {
          end(undefined);
          return result;
        }
        return result.then(
          (value) => {
            end(undefined);
            return value;
          },
          (error: unknown) => {
            end(toCountersignError(error).code);
            throw error;
          },
        );
      } catch (error) {
        end(toCountersignError(error).code);
        throw error;
      }
    };
  };

  // Not over the target itself: of a frozen one a proxy may give nothing but its own members, unwrapped. Members are read
  // with the target as `this`, for the sake of private fields; nobody writes to a port.
  return new Proxy(Object.create(Reflect.getPrototypeOf(target)) as T, {
    get(_, property) {
      const member: unknown = Reflect.get(target, property, target);
      if (typeof member !== 'function' || typeof property !== 'string') return member;
      if (!wrapped.has(property)) wrapped.set(property, wrap(property, member as (...args: unknown[]) => unknown));
      return wrapped.get(property);
    },
    set: () => false,
    has: (_, property) => Reflect.has(target, property),
  });
}

function isPromise(value: unknown): value is Promise<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
