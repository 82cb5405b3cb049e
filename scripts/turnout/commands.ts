/** A command of `npx turnout`. */
interface TurnoutCommand {
  /** A line about it, for the list of commands. */
  readonly about: string;
  /** Runs it with the arguments after its name. */
  readonly run: () => Promise<unknown>;
}

/** A group of the list of commands. */
interface CommandGroup {
  readonly title: string;
  readonly commands: Readonly<Record<string, TurnoutCommand>>;
}

/** All commands, in the order of need. Each is loaded when it is called. */
export const commandGroups: readonly CommandGroup[] = [
  {
    title: 'On a laptop',
    commands: {
      start: { about: 'runs the whole switch on this machine', run: () => import('../start.ts') },
      doctor: {
        about: 'says what this machine lacks, and how to get it',
        run: () => import('./doctor.ts'),
      },
      init: {
        about: 'makes a merchant with a key, a connector and an endpoint, and prints a .env',
        run: () => import('./init.ts'),
      },
      listen: {
        about: 'receives, verifies and forwards webhooks to a server of yours',
        run: () => import('./listen.ts'),
      },
      trigger: {
        about: 'makes an event happen, such as a dispute or a failed refund',
        run: () => import('./trigger.ts'),
      },
      payment: {
        about: 'shows the story of a payment',
        run: () => import('./payment.ts'),
      },
      'webhook-sink': {
        about: 'receives and verifies webhooks, without an endpoint of its own',
        run: () => import('../webhook-sink.ts'),
      },
      'dynamodb-local': {
        about: 'fetches DynamoDB Local',
        run: () => import('../dynamodb-local.ts'),
      },
      docs: { about: 'builds the site of the documentation', run: () => import('../docs.ts') },
    },
  },
  {
    title: 'Deploying',
    commands: {
      deploy: {
        about: 'deploys the switch into the AWS account of your credentials',
        run: () => import('../deploy.ts'),
      },
      settings: {
        about: 'shows the settings of a deployment, and where each value comes from',
        run: () => import('./settings.ts'),
      },
      cost: { about: 'prints the cost of a deployment', run: () => import('../cost.ts') },
      validate: {
        about: "holds templates against CloudFormation's rules",
        run: () => import('../validate.ts'),
      },
      gate: {
        about: 'waits until the probe of a deployed sandbox has paid',
        run: () => import('../gate.ts'),
      },
      'first-hour': {
        about: 'checks in a real account what no test can know',
        run: () => import('../first-hour.ts'),
      },
      drift: {
        about: 'compares a deployment with its templates',
        run: () => import('../drift.ts'),
      },
      rollback: {
        about: 'leads the functions back to the version before',
        run: () => import('../rollback.ts'),
      },
    },
  },
  {
    title: 'At night',
    commands: {
      resolve: {
        about: 'decides a payment or a refund by hand',
        run: () => import('../resolve.ts'),
      },
      redrive: {
        about: "sends a merchant's undelivered events again",
        run: () => import('../redrive.ts'),
      },
      restore: {
        about: 'restores the table to an earlier time',
        run: () => import('../restore.ts'),
      },
      item: { about: 'shows items of the table', run: () => import('../item.ts') },
      events: { about: 'makes missed events again', run: () => import('../events.ts') },
      lists: { about: 'maintains the lists of objects', run: () => import('../lists.ts') },
      logs: {
        about: 'asks a file of log lines, or follows the log on this machine',
        run: () =>
          process.argv.includes('--follow') ? import('./follow-logs.ts') : import('../logs.ts'),
      },
      trace: { about: 'shows a trace as a tree', run: () => import('../trace.ts') },
      drill: { about: 'rehearses an outage', run: () => import('../drill.ts') },
      'vault-audit': {
        about: 'verifies and exports the audit trail of the vault',
        run: () => import('../vault-audit.ts'),
      },
      'vault-keys': {
        about: 'describes the keys of the vault',
        run: () => import('../vault-keys.ts'),
      },
    },
  },
];

/** The commands by their names. */
export const commands: ReadonlyMap<string, TurnoutCommand> = new Map(
  commandGroups.flatMap((group) => Object.entries(group.commands)),
);
