// SPDX-License-Identifier: Apache-2.0
export { failedCases, type CaseResult, type ConformanceKit, type TestFunction } from './conformance-test.js';
