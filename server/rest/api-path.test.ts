/** The API answers for every path below /api/v1, in whatever spelling. */
import { expect, test } from 'vitest';
import { isApiPath } from './api-path.ts';

test.each([
  '/api/v1',
  '/api/v1/',
  '/api/v1?x=1',
  '/api/v1/reseller/buy',
  '/api/v1/anything/else?qty=1',
  '/API/V1/reseller/buy',
  '//api/v1/reseller/buy',
  '/api//v1/reseller/buy',
  '/api/./v1/buy',
  '/api/v1/../../client',
  '/x/../api/v1/buy',
  '/%61pi/v1/buy',
  '/api%2Fv1/buy',
  '\\api\\v1\\buy',
  'http://host/api/v1/reseller/buy',
  'https://host:8080/API/v1',
])('%s', (target) => expect(isApiPath(target)).toBe(true));

test.each([
  '/',
  '*',
  '',
  '/api',
  '/api/v10/x',
  '/api/v1x',
  '/api/v2/reseller/buy',
  '/xapi/v1',
  '/x/api/v1',
  '/%',
  '/?/api/v1',
  'http://host',
  'http://host?/api/v1',
])('not %s', (target) => expect(isApiPath(target)).toBe(false));
