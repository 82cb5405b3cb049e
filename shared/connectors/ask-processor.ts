import { isOwnConnector } from '#vocabulary/connectors.ts';
import { type AccessTokens, withAccessToken } from './access-tokens.ts';
import { baseUrlsOf } from './base-urls.ts';
import type { Caller } from './circuit-breaker.ts';
import {
  type ExchangeName,
  exchangeRows,
  findExchange,
  type InputOf,
  type OutcomeOf,
} from './exchanges.ts';
import type { About } from './interface/about.ts';
import type { Connector } from './interface/connector.ts';
import type {
  ConnectorAccess,
  Exchange,
  ExchangeAccount,
  KeptReferences,
} from './interface/exchange.ts';
import {
  type ExchangeKind,
  exchangeMs,
  type NoAnswer,
  type SenderContext,
  sendExchange,
} from './send-exchange.ts';

export interface AskContext extends SenderContext {
  /** The id of the request that we are answering, which links our logs with the processor's. */
  readonly requestId: string;
  /** Access tokens, which may be shared with other requests. */
  readonly accessTokens: AccessTokens;
  /** Finds a connector by the name that merchants use. */
  readonly connectorNamed: (name: string) => Connector | undefined;
  /** Finds a connector's abilities. */
  readonly aboutNamed: (name: string) => About | undefined;
}

/**
 * Saves the references that find a payment at its processor, before the step that moves the money.
 * Rejects when it could not save them: then no money moves.
 */
export type KeepReferences = (kept: KeptReferences) => Promise<void>;

/**
 * Asks the account's processor in the exchange of this name, with an access token if it needs one.
 */
export async function askProcessor<Name extends ExchangeName>(
  context: AskContext,
  access: ConnectorAccess,
  name: Name,
  input: InputOf<Name>,
  keep: KeepReferences | undefined,
): Promise<OutcomeOf<Name> | NoAnswer> {
  const { connectorName } = access;
  const connector = context.connectorNamed(connectorName);
  const exchange = findExchange(name, connector, connectorName);
  const { flow, kind, check, isStrangers } = exchangeRows[name];
  if (exchange?.canAsk?.(input) === false) return { result: 'unknown' };
  const asked = { flow, kind, exchange, input, check, keep, isStrangers };
  const accessToken = exchange && connector?.accessToken;
  return accessToken
    ? askWithToken(context, access, asked, accessToken)
    : send(context, access, asked);
}

/** An exchange with its input. */
interface Asked<Input, Outcome> {
  /** The exchange's name in logs. */
  readonly flow: string;
  readonly kind: ExchangeKind;
  /** Undefined: the connector does not have it. */
  readonly exchange: Exchange<Input, Outcome> | undefined;
  readonly input: Input;
  /** Checks the outcome against the input. */
  readonly check?: ((outcome: Outcome, expected: Input) => Outcome) | undefined;
  readonly keep?: KeepReferences | undefined;
  /** Whether its end is no evidence about the processor. */
  readonly isStrangers?: true | undefined;
}

/** Sends with an access token, which the processor is asked for where no valid one is stored. */
function askWithToken<Input, Outcome extends { readonly result: string }>(
  context: AskContext,
  access: ConnectorAccess,
  asked: Asked<Input, Outcome>,
  accessToken: NonNullable<Connector['accessToken']>,
): Promise<Outcome | NoAnswer> {
  const { isStrangers } = asked;
  const tokenAsked = {
    flow: 'AccessTokenAuth',
    kind: 'preparation',
    input: {},
    isStrangers,
  } as const;
  return withAccessToken<Outcome | NoAnswer>(access, {
    tokens: context.accessTokens,
    ask: () => send(context, access, { ...tokenAsked, exchange: accessToken }),
    leftMs: () => exchangeMs(context),
    async send(token, mayRefuse) {
      let isRefused = false;
      const tokenRefused = () => {
        isRefused = true;
      };
      const outcome = await send(context, access, asked, {
        accessToken: token,
        ...(mayRefuse && { tokenRefused }),
      });
      return isRefused ? undefined : outcome;
    },
    withoutToken: (why) => ({ ...why, result: asked.kind === 'question' ? 'unknown' : 'not_sent' }),
  });
}

function send<Input, Outcome extends { readonly result: string }>(
  context: AskContext,
  access: ConnectorAccess,
  { flow, kind, exchange, input, check, keep, isStrangers }: Asked<Input, Outcome>,
  token: { readonly accessToken?: string; readonly tokenRefused?: () => void } = {},
): Promise<Outcome | NoAnswer> {
  const { connectorName } = access;
  const { accessToken, tokenRefused } = token;
  const { tokenPlace: _, ...known } = access;
  const accountOf = (): ExchangeAccount => ({
    ...known,
    urls: urlsOf(context, access),
    ...(accessToken !== undefined && { accessToken }),
  });
  return sendExchange<Outcome>(context, {
    logFields: { connector: connectorName, flow, requestId: context.requestId },
    kind,
    caller: isStrangers ? undefined : callerOf(context, access),
    request() {
      if (!context.connectorNamed(connectorName) && isOwnConnector(connectorName)) {
        throw new Error('This deployment has no connector of this name: no settings file has it.');
      }
      if (!exchange) throw new Error('No connector of this name can do that.');
      return exchange.request(input, accountOf());
    },
    outcome(response) {
      if (!exchange) throw new Error('Nothing was asked.');
      return exchange.outcome(response, input, accountOf());
    },
    isRefusal: (response) => context.connectorNamed(connectorName)?.isRefusal?.(response) ?? false,
    check: (outcome) => check?.(outcome, expectedOf(context, connectorName, input)) ?? outcome,
    keep,
    tokenRefused,
  });
}

/** The input that an outcome is checked against: without the ids that the processor may rename. */
function expectedOf<Input>(context: AskContext, connectorName: string, input: Input): Input {
  const { renames = [] } = context.aboutNamed(connectorName) ?? {};
  return {
    ...input,
    ...(renames.includes('payment') && { connectorTransactionId: undefined }),
    ...(renames.includes('refund') && { connectorRefundId: undefined }),
  };
}

/**
 * The account as a caller of its processor; undefined for credentials that belong to no account
 * yet. Each account has a simulated processor to itself, since tests make it hang.
 */
export function callerOf(context: AskContext, access: ConnectorAccess): Caller | undefined {
  const { accountId, connectorName } = access;
  if (accountId === undefined) return undefined;
  if (!context.aboutNamed(connectorName)?.addresses) {
    return { accountId, processor: `${connectorName}#${accountId}` };
  }
  const origin = URL.parse(apiUrlOf(context, access))?.origin;
  return origin === undefined ? undefined : { accountId, processor: `${connectorName}#${origin}` };
}

/** The address of the processor's API; empty where the account's settings make none. */
function apiUrlOf(context: AskContext, access: ConnectorAccess): string {
  try {
    return urlsOf(context, access).api ?? '';
  } catch {
    // The request reports the account's error.
    return '';
  }
}

/** The base URLs of the account's processor. Throws where the account's settings make none. */
export const urlsOf = ({ aboutNamed, addresses }: AskContext, access: ConnectorAccess) =>
  baseUrlsOf(aboutNamed(access.connectorName) ?? { name: access.connectorName }, access, addresses);
