// SPDX-License-Identifier: Apache-2.0
import { admitWithCrash, askForBrowserSkill, refuseOne, setUp } from './admission.mjs';
import { CheckFailed, Stage } from './stage.mjs';
import { conclude } from './narrator.mjs';
import { auditElsewhere, noticeForgery, noticeTampering } from './proof.mjs';

const startedAt = performance.now();
const stage = await Stage.open();
try {
  const skills = await setUp(stage);
  const challenge = await askForBrowserSkill(stage, skills);
  await admitWithCrash(stage, challenge);
  await refuseOne(stage, skills);
  await noticeTampering(stage, skills);
  await auditElsewhere(stage);
  await noticeForgery(stage);
  conclude(stage.checks, performance.now() - startedAt);
} catch (error) {
  if (!(error instanceof CheckFailed)) throw error;
  console.error(`\nThis did not hold: ${error.message}`);
  process.exitCode = 1;
} finally {
  await stage.close();
}
