import { isText } from '../../../local/http/http-event.ts';
import { routeTable } from '../../../local/http/http-routes.ts';

const keys = [
  'GET /payments/list',
  'GET /payments/{id}',
  'ANY /payments/{id}',
  'POST /payments/{id}/confirm',
  'GET /{kind}/list/all',
  'GET /files/{path+}',
  'ANY /{rest+}',
  '$default',
];
const table = routeTable(keys.map((key): [string, string] => [key, key]));

describe('a request goes to the route that fits best', () => {
  it.each([
    ['the exact path', 'GET', '/payments/list', 'GET /payments/list'],
    ['a parameter', 'GET', '/payments/pay_1', 'GET /payments/{id}'],
    ['any method', 'DELETE', '/payments/pay_1', 'ANY /payments/{id}'],
    ['an exact path of another method', 'DELETE', '/payments/list', 'ANY /payments/{id}'],
    ['a deeper path', 'POST', '/payments/pay_1/confirm', 'POST /payments/{id}/confirm'],
    ['a greedy path', 'GET', '/files/a/b', 'GET /files/{path+}'],
    ['the widest path', 'PUT', '/files/a/b', 'ANY /{rest+}'],
    ['the default', 'GET', '/', '$default'],
    ['not an empty parameter', 'POST', '/payments//confirm', 'ANY /{rest+}'],
  ])('a request goes to the best route: %s', (_, method, path, expected) => {
    expect(table.find(method, path)?.route).toBe(expected);
  });

  it('a request reaches the best route with its parameters decoded once more, slashes of a greedy one included', () => {
    expect(table.find('GET', '/payments/a%2Fb')?.pathParameters).toEqual({ id: 'a/b' });
    expect(table.find('GET', '/payments/a%3Fb%25c')?.pathParameters).toEqual({ id: 'a?b%c' });
    expect(table.find('GET', '/files/x/y%20z')?.pathParameters).toEqual({ path: 'x/y z' });
    expect(table.find('GET', '/payments/list')?.pathParameters).toBeUndefined();
  });

  it('a request without a matching route reaches none', () => {
    expect(routeTable([['GET /a', 1]]).find('POST', '/a')).toBeUndefined();
  });
});

it.each([
  ['application/json', true],
  ['application/json; charset=utf-8', true],
  ['text/csv', true],
  ['application/problem+json', true],
  ['application/x-www-form-urlencoded', false],
  ['application/octet-stream', false],
  [undefined, false],
])('a body of type %s is passed on as text: %s', (type, text) => {
  expect(isText(type)).toBe(text);
});
