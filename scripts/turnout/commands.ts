import type { Command } from '../command-line/program.ts';

/** A command of `npx turnout`. */
interface TurnoutCommand {
  /** A line about it, for the list of commands. */
  readonly about: string;
  /** Loads the command for these arguments, which come after its name. */
  readonly load: (args: readonly string[]) => Promise<Command>;
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
      start: {
        about: 'runs the whole switch on this machine',
        load: async () => (await import('./start.ts')).startSwitch,
      },
      doctor: {
        about: 'says what this machine lacks, and how to get it',
        load: async () => (await import('./doctor.ts')).doctor,
      },
      init: {
        about: 'makes a merchant with a key, a connector and an endpoint, and prints a .env',
        load: async () => (await import('./init.ts')).init,
      },
      listen: {
        about: 'receives, verifies and forwards webhooks to a server of yours',
        load: async () => (await import('./listen.ts')).listen,
      },
      trigger: {
        about: 'makes an event happen, such as a dispute or a failed refund',
        load: async () => (await import('./trigger.ts')).trigger,
      },
      payment: {
        about: 'shows the story of a payment',
        load: async () => (await import('./payment.ts')).payment,
      },
      connector: {
        about: 'makes and proves connectors of your own, and lists all',
        load: async () => (await import('./connector.ts')).connector,
      },
      'webhook-sink': {
        about: 'receives and verifies webhooks, without an endpoint of its own',
        load: async () => (await import('./webhook-sink.ts')).webhookSink,
      },
      'dynamodb-local': {
        about: 'fetches DynamoDB Local',
        load: async () => (await import('./dynamodb-local.ts')).dynamodbLocal,
      },
      docs: {
        about: 'builds the site of the documentation',
        load: async () => (await import('./docs.ts')).docs,
      },
    },
  },
  {
    title: 'Deploying',
    commands: {
      deploy: {
        about: 'deploys the switch into the AWS account of your credentials',
        load: async () => (await import('./deploy.ts')).deploy,
      },
      settings: {
        about: 'shows the settings of a deployment, and where each value comes from',
        load: async () => (await import('./settings.ts')).settings,
      },
      cells: {
        about: 'reads the map of cells: the sizes, the cell of a merchant, the file for the edge',
        load: async () => (await import('./cells.ts')).cells,
      },
      cost: {
        about: 'prints the cost of a deployment',
        load: async () => (await import('./cost.ts')).cost,
      },
      validate: {
        about: "holds templates against CloudFormation's rules",
        load: async () => (await import('./validate.ts')).validate,
      },
      gate: {
        about: 'waits until the probe of a deployed sandbox has paid',
        load: async () => (await import('./gate.ts')).gate,
      },
      'first-hour': {
        about: 'checks in a real account what no test can know',
        load: async () => (await import('./first-hour.ts')).firstHour,
      },
      drift: {
        about: 'compares a deployment with its templates',
        load: async () => (await import('./drift.ts')).drift,
      },
      keys: {
        about: 'makes, lists and revokes the keys of operators and of the vault',
        load: async () => (await import('./keys.ts')).keys,
      },
      rollback: {
        about: 'leads the functions back to the version before',
        load: async () => (await import('./rollback.ts')).rollback,
      },
    },
  },
  {
    title: 'At night',
    commands: {
      resolve: {
        about: 'decides a payment or a refund by hand',
        load: async () => (await import('./resolve.ts')).resolve,
      },
      redrive: {
        about: "sends a merchant's undelivered events again",
        load: async () => (await import('./redrive.ts')).redrive,
      },
      restore: {
        about: 'restores the table to an earlier time',
        load: async () => (await import('./restore.ts')).restore,
      },
      item: {
        about: 'shows items of the table',
        load: async () => (await import('./item.ts')).item,
      },
      events: {
        about: 'makes missed events again',
        load: async () => (await import('./events.ts')).events,
      },
      lists: {
        about: 'maintains the lists of objects',
        load: async () => (await import('./lists.ts')).lists,
      },
      logs: {
        about: 'asks a file of log lines, or follows the log on this machine',
        load: async (args) =>
          args.includes('--follow')
            ? (await import('./follow-logs.ts')).followLogs
            : (await import('./logs.ts')).logs,
      },
      trace: {
        about: 'shows a trace as a tree',
        load: async () => (await import('./trace.ts')).trace,
      },
      drill: {
        about: 'rehearses an outage',
        load: async () => (await import('./drill.ts')).drill,
      },
      'vault-audit': {
        about: 'verifies and exports the audit trail of the vault',
        load: async () => (await import('./vault-audit.ts')).vaultAudit,
      },
      'vault-keys': {
        about: 'describes the keys of the vault',
        load: async () => (await import('./vault-keys.ts')).vaultKeys,
      },
    },
  },
];

/** The commands by their names. */
export const commands: ReadonlyMap<string, TurnoutCommand> = new Map(
  commandGroups.flatMap((group) => Object.entries(group.commands)),
);
