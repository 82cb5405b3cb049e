import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser';
import { bytesOf } from '../request/body-encoding.ts';
import { headersOf } from '../request/request-headers.ts';
import type { Hint } from './hint.ts';

/** The parser's errors, in the words of a hint. */
const found: Readonly<Record<string, string>> = {
  CloseBraceExpected: 'a closing brace is missing',
  CloseBracketExpected: 'a closing bracket is missing',
  ColonExpected: 'a colon is missing',
  CommaExpected: 'a comma is missing',
  EndOfFileExpected: 'the JSON has ended already',
  InvalidCommentToken: 'JSON has no comments',
  InvalidEscapeCharacter: 'JSON has no such escape',
  InvalidCharacter: 'a control character must be escaped',
  InvalidNumberFormat: 'a number is malformed',
  InvalidSymbol: 'a text must be in double quotes',
  InvalidUnicode: 'a Unicode escape is malformed',
  PropertyNameExpected: 'the name of a member in double quotes is missing',
  UnexpectedEndOfString: 'a text has no closing quote',
  ValueExpected: 'a value is missing',
};

/** By the detail of an error that no schema found. */
export function bodyHint(event: APIGatewayProxyEventV2, detail: unknown): Hint {
  switch (detail) {
    case 'expected value':
      return jsonHint(event);
    case 'invalid type: sequence, expected a map':
      return { hint: 'Send one object, in braces.' };
    case 'number out of range':
      return { hint: 'Send numbers of at most 15 digits, or send them as texts.' };
    default:
      return {};
  }
}

/** Where a body stops being JSON, with line and column from 1. Repeats nothing of it. */
function jsonHint(event: APIGatewayProxyEventV2): Hint {
  const text = bytesOf(event).toString('utf8');
  if (text.trim() === '') return { hint: 'Send a body: a JSON object.' };
  const first = firstError(text);
  if (!first) return {};
  const before = text.slice(0, first.offset).split('\n');
  const column = (before.at(-1)?.length ?? 0) + 1;
  const why = found[printParseErrorCode(first.error)] ?? 'the JSON is malformed';
  return { hint: `Mend the JSON at line ${before.length}, column ${column}: ${why}.` };
}

/** The first error of a JSON text; undefined where it is too deep to be looked through. */
function firstError(text: string): JsonError | undefined {
  try {
    visit(
      text,
      {
        onError(error, offset) {
          throw new JsonError(error, offset);
        },
      },
      { disallowComments: true },
    );
  } catch (error) {
    if (error instanceof JsonError) return error;
    // The parser calls itself for each level of lists and maps.
    if (!(error instanceof RangeError)) throw error;
  }
  return undefined;
}

class JsonError extends Error {
  readonly error: ParseErrorCode;
  readonly offset: number;

  constructor(error: ParseErrorCode, offset: number) {
    super('The text is not JSON.');
    this.error = error;
    this.offset = offset;
  }
}

/** Which content type to send, and in which form the body must be. */
export function contentTypeHint(event: APIGatewayProxyEventV2): Hint {
  const sent = headersOf(event)['content-type'] ?? '';
  const param = 'content-type';
  if (/x-www-form-urlencoded|multipart\/form-data/i.test(sent)) {
    return {
      param,
      hint: 'Send the body as JSON, with `content-type: application/json`: this API takes no form, unlike that of Stripe.',
    };
  }
  return { param, hint: 'Send `content-type: application/json`, and the body as JSON.' };
}
