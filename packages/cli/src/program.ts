// SPDX-License-Identifier: Apache-2.0
import { Argument, Command, Option } from 'commander';
import type { Command as Implementation } from './command.js';

/** Options that every command takes. */
export interface GlobalOptions {
  readonly workspace?: string;
  readonly user?: boolean;
  readonly json?: boolean;
}

/** Loads the command when it is called, so that help and quick commands start fast, and runs it. */
export type Run = <Options>(
  load: () => Promise<Implementation<Options>>,
  options: Options & GlobalOptions,
) => Promise<void>;

const EXAMPLES = `
Examples:
  $ countersign init
  $ countersign keys new laptop --principal release-manager
  $ countersign catalog add npm:@acme/skills --all
  $ countersign reconcile --task "write release notes"
  $ countersign show 3fa912cd
  $ countersign approve 3fa912cd

An agent may propose and look. Approving takes a person at a terminal.`;

/** The command line, as commander understands it. Positional arguments become options of their name. */
export function createProgram(version: string, run: Run): Command {
  const program = new Command('countersign')
    .description('Decides what gets into a coding agent: which bytes, and who agreed.')
    .version(version, '--version', 'print the version')
    .addOption(
      new Option(
        '--workspace <folder>',
        'the project (default: the nearest folder upwards with a catalog or .git)',
      ).conflicts('user'),
    )
    .option('--user', 'work on your home, whose skills every project sees')
    .option('--json', 'print one JSON document on standard output')
    .option('--no-color', 'print no colours (NO_COLOR does the same)')
    .helpOption('-h, --help', 'print help')
    .configureHelp({ showGlobalOptions: true })
    .showSuggestionAfterError()
    // Errors are thrown, and printed in one place with all others.
    .exitOverride()
    .configureOutput({ outputError: () => {} });

  declareKeys(program, run);
  declareCatalog(program, run);
  declareConsent(program, run);
  declareState(program, run);
  declarePolicy(program, run);
  declareAudit(program, run);
  return program.addHelpText('after', EXAMPLES);
}

function declareKeys(program: Command, run: Run): void {
  const init = program
    .command('init')
    .description('make the Countersign home of this user')
    .option('--hosts <list>', 'agent hosts, separated by commas (default: claude-code,codex)')
    .addHelpText('after', examples('countersign init --hosts claude-code,codex,cursor'));
  onCall(init, run, async () => (await import('./commands/init.js')).init);

  const keys = program.command('keys').description('keys that decide here');
  const keysNew = keys
    .command('new <name>')
    .description('make a key pair, and let it decide here')
    .requiredOption('--principal <person>', 'whose key it is; people are counted by it')
    .option('--no-passphrase', 'keep the private key unencrypted: every program that runs as you can sign with it')
    .addHelpText('after', examples('countersign keys new laptop --principal release-manager'));
  onCall(keysNew, run, async () => (await import('./commands/keys.js')).keysNew);
  const keysList = keys.command('list').description('list the keys that decide here, and your own');
  onCall(keysList, run, async () => (await import('./commands/keys.js')).keysList);
  const keysTrust = keys
    .command('trust <file>')
    .description("let somebody else's public key decide here; at a terminal")
    .requiredOption('--principal <person>', 'whose key it is');
  onCall(keysTrust, run, async () => (await import('./commands/keys.js')).keysTrust);
}

function declareCatalog(program: Command, run: Run): void {
  const catalog = program.command('catalog').description('the pinned list of skills that may be asked for');
  const add = catalog
    .command('add <reference>')
    .description('pin a skill: npm:<package>[@<version or tag>], a folder, or a .tgz or .tar file')
    .option('--path <path>', 'where the skill lies inside')
    .option('--all', 'add every skill inside')
    .option('--id <id>', 'its id in the catalog (default: the name of its folder)')
    .option('--title <title>', 'one line for people')
    .option('--trigger <phrase>', 'a task with all of its words is relevant; repeatable', collect)
    .option('--language <language>', 'a programming language that it is for; repeatable', collect)
    .option('--publisher <name>', 'who publishes it')
    .option('--folder <name>', 'the name of its folder at the agent hosts')
    .addHelpText(
      'after',
      examples(
        'countersign catalog add npm:@acme/skills@2.1.0 --path skills/release-notes',
        'countersign catalog add ./skills/review --trigger "code review"',
      ),
    );
  onCall(add, run, async () => (await import('./commands/catalog.js')).catalogAdd);
  const list = catalog.command('list').description('list the catalog');
  onCall(list, run, async () => (await import('./commands/catalog.js')).catalogList);
}

function declareConsent(program: Command, run: Run): void {
  const reconcile = program
    .command('reconcile')
    .description('do what a task asks for and the record allows; an agent may call this')
    .option('--task <text>', 'the task, never stored; - reads it from standard input')
    .option('--language <language>', 'programming language of the work')
    .option('--host <host>', 'the agent host that asks (default: the first one configured)')
    .option('--ask-again <capability>', 'ask for this one again, though it was denied')
    .option('--assertion <file>', 'submit this signed decision first; - is standard input')
    .addHelpText('after', examples('countersign reconcile --task "write release notes" --host codex --json'));
  onCall(reconcile, run, async () => (await import('./commands/reconcile.js')).reconcile);

  const pending = program.command('pending').description('list what waits for a decision, in every workspace');
  onCall(pending, run, async () => (await import('./commands/challenges.js')).pending);
  const show = program
    .command('show <challenge>')
    .description('show what a decision is about; 6 characters of the challenge are enough');
  onCall(show, run, async () => (await import('./commands/challenges.js')).show);

  const approve = program
    .command('approve <challenge>')
    .description('read, sign and carry out; a person at a terminal')
    .option('--key <name>', 'the private key to sign with')
    .addHelpText('after', examples('countersign approve 3fa912cd --key laptop'));
  onCall(approve, run, async () => (await import('./commands/decide.js')).approve);
  const deny = program
    .command('deny <challenge>')
    .description('read and refuse; a person at a terminal')
    .option('--key <name>', 'the private key to sign with');
  onCall(deny, run, async () => (await import('./commands/decide.js')).deny);
  const submit = program
    .command('submit <file>')
    .description('submit a decision that was signed elsewhere; - is standard input');
  onCall(submit, run, async () => (await import('./commands/submit.js')).submit);
}

function declareState(program: Command, run: Run): void {
  const status = program.command('status').description('what is on record for this workspace');
  onCall(status, run, async () => (await import('./commands/status.js')).status);
  const verify = program
    .command('verify')
    .description('prove what stands at the agent hosts')
    .option('--full', 'hash every byte, in the skill store too');
  onCall(verify, run, async () => (await import('./commands/verify.js')).verify);
  const repair = program.command('repair <capability>').description('put the agreed bytes back, and keep edits aside');
  onCall(repair, run, async () => (await import('./commands/verify.js')).repair);
  const doctor = program.command('doctor').description('check this machine, the home and this workspace');
  onCall(doctor, run, async () => (await import('./commands/doctor.js')).doctor);
}

function declarePolicy(program: Command, run: Run): void {
  const policy = program.command('policy').description('what decides when a skill is asked for');
  const show = policy.command('show').description('show the policy');
  onCall(show, run, async () => (await import('./commands/policy.js')).policyShow);
  const set = policy
    .command('set')
    .description('change the policy; a person at a terminal')
    .addArgument(
      new Argument('<mode>', 'preapproved: the present catalog and no other').choices(['ask', 'preapproved', 'never']),
    );
  onCall(set, run, async () => (await import('./commands/policy.js')).policySet);
}

function declareAudit(program: Command, run: Run): void {
  const audit = program.command('audit').description('proof after the fact');
  const verify = audit
    .command('verify [file]')
    .description('verify every record and signature of the journal, or of an export')
    .option('--checkpoint <file>', 'the journal must contain what this signed checkpoint says')
    .option('--trust <file>', 'verify an export with this public key, and with none of yours; repeatable', collect)
    .addHelpText('after', examples('countersign audit verify export.jsonl --trust release-manager.pub'));
  onCall(verify, run, async () => (await import('./commands/audit.js')).auditVerify);
  const write = audit
    .command('export')
    .description('write a self-contained copy of the journal')
    .option('--out <file>', 'a new file (default: standard output)');
  onCall(write, run, async () => (await import('./commands/audit.js')).auditExport);
  const checkpoint = audit
    .command('checkpoint')
    .description('sign what the journal contains now')
    .option('--key <name>', 'the private key to sign with')
    .requiredOption('--out <file>', 'a new file');
  onCall(checkpoint, run, async () => (await import('./commands/audit.js')).auditCheckpoint);
}

function onCall<Options>(command: Command, run: Run, load: () => Promise<Implementation<Options>>): void {
  command.action(async () => {
    const given = command.registeredArguments.map((argument, index): [string, unknown] => {
      return [argument.name(), command.processedArgs[index]];
    });
    const named = Object.fromEntries(given.filter(([, value]) => value !== undefined));
    // Commander checked what is required and what is a choice; which names there are is written above.
    await run<Options>(load, { ...command.optsWithGlobals(), ...named });
  });
}

function collect(value: string, previous: readonly string[] | undefined): readonly string[] {
  return [...(previous ?? []), value];
}

function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}`;
}
