// SPDX-License-Identifier: Apache-2.0
import { catalogAdd } from '../src/commands/catalog.js';
import { init } from '../src/commands/init.js';
import { keysNew } from '../src/commands/keys.js';
import { reconcile } from '../src/commands/reconcile.js';
import { answering, type Scene } from './scene.js';

export const TASK = 'please do a code review';

/** A home with one approver, and a catalog with one skill. Without a passphrase the key asks for none. */
export async function setUp(scene: Scene, passphrase?: string): Promise<void> {
  await init(scene.context(), {});
  const answers = passphrase === undefined ? [] : [passphrase, passphrase];
  const key = { name: 'laptop', principal: 'approver', passphrase: passphrase !== undefined };
  await keysNew(scene.context({ dialogue: answering(...answers) }), key);
  await catalogAdd(scene.context(), { reference: 'skills/review', trigger: ['code review', 'check my code'] });
}

/** The digest of the challenge that a task leads to. */
export async function challengeFor(scene: Scene, task = TASK): Promise<string> {
  const { document } = await reconcile(scene.context(), { task });
  const [challenge] = document['challenges'] as readonly { readonly digest: string }[];
  return challenge?.digest ?? '';
}
