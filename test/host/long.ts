/** Goes before the unit tests, so that properties are tried in full. */
process.env['TRY_IN_FULL'] = '1';
