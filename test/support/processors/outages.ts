import type { Behaviour, Traffic } from './simulated-fleet.ts';

/** An account's limit of functions that run at once, and its confirms a second in a busy hour. */
export interface Size {
  readonly quota: number;
  readonly elsewhere: number;
  readonly troubled: number;
}

export const sizes = [
  { quota: 250, elsewhere: 20, troubled: 15 },
  { quota: 1_000, elsewhere: 100, troubled: 60 },
] as const satisfies readonly Size[];

export interface Outage {
  /** Its behaviour, after "a processor that". */
  readonly name: string;
  readonly traffic: (size: Size) => readonly Traffic[];
  readonly releaseAt?: number;
}

const merchants = Array.from({ length: 50 }, (_, number) => `mca_${number}`);
const quick = { ms: 900 };
const hanging = { ms: 60_000 };
/** Trouble begins after a minute. */
const from =
  (trouble: Behaviour, beginMs = 60_000): Behaviour =>
  (account, now) =>
    now < beginMs ? quick : trouble(account, now);

const troubled =
  (behaviour: Behaviour, accounts: readonly string[] = merchants): Outage['traffic'] =>
  (size) => [
    traffic('elsewhere', 'healthy', size.elsewhere, merchants, () => quick),
    traffic('troubled', 'troubled', size.troubled, accounts, behaviour),
  ];

const traffic = (
  name: string,
  processor: string,
  perSecond: number,
  accounts: readonly string[],
  behaviour: Behaviour,
): Traffic => ({ name, processor, perSecond, accounts, behaviour });

export const outages: readonly Outage[] = [
  { name: 'hangs', traffic: troubled(from(() => hanging)) },
  { name: 'hangs from the first request on', traffic: troubled(() => hanging) },
  {
    name: 'hangs, for the only merchant',
    traffic: troubled(
      from(() => hanging),
      ['mca_1'],
    ),
  },
  {
    name: 'hangs for one of its merchants',
    traffic: (size) => [
      ...troubled(
        from(() => hanging),
        ['mca_1'],
      )(size),
      traffic(
        'other merchants there',
        'troubled',
        size.elsewhere / 2,
        merchants.slice(2),
        () => quick,
      ),
    ],
  },
  {
    name: 'hangs while a release replaces all functions',
    traffic: troubled(from(() => hanging)),
    releaseAt: 180,
  },
  {
    name: 'hangs for five minutes',
    traffic: troubled(from((_, now) => (now < 360_000 ? hanging : quick))),
  },
  {
    name: 'hangs for half of the payments',
    traffic: troubled(from((_, now) => (Math.floor(now) % 2 === 0 ? hanging : quick))),
  },
  { name: 'answers after eight seconds', traffic: troubled(from(() => ({ ms: 8_000 }))) },
  { name: 'refuses connections', traffic: troubled(from(() => ({ ms: 50, fails: true }))) },
  { name: 'fails after a second', traffic: troubled(from(() => ({ ms: 1_000, fails: true }))) },
];
