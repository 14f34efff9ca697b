// SPDX-License-Identifier: Apache-2.0
// Errors of Node's own modules come from the outer realm: make `instanceof Error` true for them inside tests.
const { TestEnvironment } = require('jest-environment-node');
const { types } = require('node:util');

module.exports = class extends TestEnvironment {
  /** @override */
  async setup() {
    await super.setup();
    const InnerError = this.global.Error;
    const ordinary = Function.prototype[Symbol.hasInstance];
    Object.defineProperty(InnerError, Symbol.hasInstance, {
      configurable: true,
      value(/** @type {unknown} */ candidate) {
        return ordinary.call(this, candidate) || (this === InnerError && types.isNativeError(candidate));
      },
    });
  }
};
