// SPDX-License-Identifier: Apache-2.0

/** @typedef {import('./comparison.mjs').Comparison} Comparison */
/** @typedef {import('./statistics.mjs').Summary} Summary */

const HEAD = ['Measured', 'Time (quartiles), 95 %', 'Floor', 'Time', 'Ratio (quartiles)', 'Target', 'Met'];

/**
 * What a run found, and where.
 * @typedef {object} Report
 * @property {string} at when it began
 * @property {boolean} quick
 * @property {ReturnType<typeof import('./machine.mjs').describeMachine>} machine
 * @property {number} loadBefore
 * @property {number} loadAfter
 * @property {readonly { name: string, comparisons: readonly Comparison[] }[]} results
 */

/** @param {Report} report */
export function renderReport({ at, quick, machine, loadBefore, loadAfter, results }) {
  const { processor, cores, memoryGiB, system, node, fileSystem } = machine;
  return [
    '',
    renderTable(results.flatMap(({ comparisons }) => comparisons)),
    '',
    `${processor}, ${cores} cores, ${memoryGiB} GiB, ${system}, ${fileSystem}, Node ${node}`,
    `${at}${quick ? ', quick' : ''}; load ${loadBefore.toFixed(1)} before, ${loadAfter.toFixed(1)} after`,
  ].join('\n');
}

/** A Markdown table. @param {readonly Comparison[]} comparisons */
function renderTable(comparisons) {
  const rows = [HEAD, ...comparisons.map(cellsOf)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const [head = '', ...lines] = rows.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  );
  return [head, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...lines].join('\n');
}

/** @param {Comparison} comparison */
function cellsOf({ subject, subjectMs, floor, floorMs, ratio, target, met }) {
  return [
    subject,
    `${time(subjectMs.median)} (${time(subjectMs.q1)} to ${time(subjectMs.q3)}), ${time(subjectMs.p95)}`,
    floor,
    time(floorMs.median),
    `${number(ratio.median)} (${number(ratio.q1)} to ${number(ratio.q3)})`,
    target === null ? '' : target.of === 'ratio' ? `${number(target.atMost)}` : `${time(target.atMost)}`,
    met === null ? '' : met ? 'yes' : 'no',
  ];
}

/** @param {number} ms */
function time(ms) {
  return ms < 1 ? `${number(ms * 1000)} µs` : `${number(ms)} ms`;
}

/** Three digits. @param {number} value */
function number(value) {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
