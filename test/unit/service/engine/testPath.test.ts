import assert from 'node:assert/strict';
import { isTestPath } from '../../../../src/service/engine/reviewer.ts';

describe('the path of a test', () => {
  for (const path of [
    'tests/pay.py',
    'unittests/scans/one.json',
    'unit_tests/pay.py',
    'integration-tests/src/pay.ts',
    'src/test_data/dump.sql',
    'testdata/dump.sql',
    'src/testing/server.ts',
    'TESTS/pay.py',
    'src/pay.TEST.ts',
    'src/pay_tests.rs',
    'src/pay.tests.ts',
    'src/OrderTest.java',
    'pay_tests.py',
    'cypress/support/shell.ts',
    'features/sign-in.feature',
  ])
    it(`is ${path}`, () => assert.equal(isTestPath(path), true));

  for (const path of [
    'src/latest/pay.py',
    'ab-testing/pay.py',
    'src/contest.ts',
    'contests/pay.py',
    'src/Latest.ts',
    'docs/api-specs.json',
    'requests/greatest.py',
    'src/orders.feature.ts',
  ])
    it(`is not ${path}`, () => assert.equal(isTestPath(path), false));
});
