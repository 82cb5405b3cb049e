import { createHash, randomBytes } from 'node:crypto';
import type { DrillAccount, DrillShop } from './drill-shops.ts';

/** The fault in a drill. */
export interface Incident {
  /** The cause in one sentence. */
  readonly cause: string;
  /** The facts that the commands of the runbook must show: whose fault it is, and its kind. */
  readonly signs: Readonly<Record<string, string>>;
  /** Repeats the fault; absent where it happens once. */
  readonly again?: () => Promise<unknown>;
}

/** Chooses one of several. Only the seed decides, so a drill can be repeated. */
export type Choose = <Choice>(what: string, choices: readonly Choice[]) => Choice;

export const chooserBy =
  (seed: number): Choose =>
  (what, choices) => {
    const digest = createHash('sha256').update(`${what} of ${seed}`).digest();
    const choice = choices[digest.readUInt32BE(0) % choices.length];
    if (choice === undefined) throw new Error(`There is no ${what} to choose from.`);
    return choice;
  };

interface World {
  readonly choose: Choose;
  readonly shops: readonly DrillShop[];
}

interface Kind {
  /** Causes the fault, only through the API and the sandbox processor. */
  play(world: World): Promise<Incident>;
}

const isStripe = ({ connector }: DrillAccount) => connector === 'stripe';
const isSimulated = (account: DrillAccount) => !isStripe(account);

/**
 * Cards by their effect in the sandbox processor: see
 * `shared/connectors/sandbox/published/cards.ts`.
 */
const cards = {
  answers500: '4000000000000119',
  unreachable: '4000000000004954',
  chargesAnotherAmount: '4000000000000259',
  contradictsItself: '4000000000001976',
} as const;

/** Unanswered requests, one after the other, after which a container opens an account's circuit. */
const failuresToOpen = 5;

/** A merchant stores a key that the processor does not take any more. */
const refusedCredentials: Kind = {
  async play({ choose, shops }) {
    const shop = choose('merchant', shops);
    const account = choose('account', shop.accounts.filter(isStripe));
    await shop.turnout.connectorAccounts.update(shop.id, account.id, {
      connector_type: 'payment_processor',
      connector_account_details: {
        auth_type: 'HeaderKey',
        api_key: `sk_test_expired${randomBytes(8).toString('hex')}`,
      },
    });
    const again = () => shop.pay({ account });
    await again();
    return {
      cause: 'The processor refuses the key of a connector account: it has expired.',
      signs: {
        merchant_id: shop.id,
        merchant_connector_id: account.id,
        message: 'connector refuses our credentials',
      },
      again,
    };
  },
};

/** A processor fails for all requests of one account. */
const silentProcessor: Kind = {
  async play({ choose, shops }) {
    const shop = choose('merchant', shops);
    const account = choose('account', shop.accounts.filter(isSimulated));
    const card = choose('silence', [cards.answers500, cards.unreachable]);
    const again = () => shop.pay({ account, card });
    // Shops have paid at the same time, so that there may be a container for each of them, and any
    // of these takes the next payment.
    for (let count = 0; count < failuresToOpen * shops.length; count += 1) await again();
    return {
      cause:
        card === cards.answers500
          ? 'The processor answers everything for a connector account with a 500.'
          : 'The processor of a connector account cannot be reached: its host name is not found.',
      signs: {
        merchant_id: shop.id,
        merchant_connector_id: account.id,
        ...(card === cards.answers500 ? { status: '500' } : { reason: 'name not found' }),
      },
      again,
    };
  },
};

/** One payment among many is charged with another amount. */
const anotherAmount: Kind = {
  async play({ choose, shops }) {
    const shop = choose('merchant', shops);
    const account = choose('account', shop.accounts.filter(isSimulated));
    const paid = await shop.pay({ account, card: cards.chargesAnotherAmount });
    return {
      cause: 'The processor charged one minor unit more than it was asked for.',
      signs: {
        merchant_id: shop.id,
        payment_id: paid,
        result: 'integrity_mismatch',
        error: 'Value mismatched for fields amount',
      },
    };
  },
};

/** The processor reports for one payment among many that it succeeded, and then that it failed. */
const contradiction: Kind = {
  async play({ choose, shops }) {
    const shop = choose('merchant', shops);
    const account = choose('account', shop.accounts.filter(isSimulated));
    const paid = await shop.pay({ account, card: cards.contradictsItself });
    return {
      cause: 'The processor says of a payment that succeeded that it failed.',
      signs: {
        merchant_id: shop.id,
        payment_id: paid,
        error: 'It is succeeded, and the processor says',
      },
    };
  },
};

/** A merchant activates a program that no payment can follow. */
const unusableProgram: Kind = {
  async play({ choose, shops }) {
    const shop = choose('merchant', shops);
    await shop.turnout.routing.saveSurcharge({
      merchant_surcharge_configs: { show_surcharge_breakup_screen: true },
      algorithm: {
        defaultSelection: {
          surcharge_details: { surcharge: { type: 'fixed', value: { amount: 999_999_999 } } },
        },
        rules: [],
        metadata: {},
      },
    });
    const again = () => shop.pay({ account: choose('account', shop.accounts) });
    const paid = await again();
    return {
      cause: 'The surcharge program of a merchant makes every payment too large.',
      signs: {
        merchant_id: shop.id,
        payment_id: paid,
        message: 'program not used',
        trouble: 'surcharge: the payment would be too large with it',
      },
      again,
    };
  },
};

/** A merchant's shop sends a routing with its payments by which no account is chosen. */
const emptyShares: Kind = {
  async play({ choose, shops }) {
    const shop = choose('merchant', shops);
    const data = shop.accounts.map((account) => ({
      connector: { connector: account.connector, merchant_connector_id: account.id },
      split: 0,
    }));
    const again = () => shop.pay({ routing: { type: 'volume_split', data } });
    const paid = await again();
    return {
      cause: 'The shop of a merchant sends a routing with its payments, all shares of which are 0.',
      signs: {
        merchant_id: shop.id,
        payment_id: paid,
        message: 'routing not used',
        trouble: 'all shares are 0',
      },
      again,
    };
  },
};

/** Two are about the same page: each page is as likely as the others. */
const kinds: readonly (readonly Kind[])[] = [
  [refusedCredentials, silentProcessor],
  [anotherAmount, contradiction],
  [unusableProgram, emptyShares],
];

/** Begins the one incident that the seed chooses. */
export const beginIncident = (world: World): Promise<Incident> =>
  world.choose('kind', world.choose('page', kinds)).play(world);
