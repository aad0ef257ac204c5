import assert from 'node:assert/strict';
import { copyrightHolders } from '../../../../../src/service/reviewers/copies/copyrightHolders.ts';

describe('holders of a copyright', () => {
  for (const [line, ...names] of [
    ['# Copyright (C) 2014-2016 Fredrik Ahlberg, Angus Gratton, other contributors', 'Fredrik Ahlberg'],
    ['# SPDX-FileCopyrightText: 2014-2022 Fredrik Ahlberg, Angus Gratton,', 'Fredrik Ahlberg'],
    [' * Copyright (c) 2017 Markus Vinicius da Silva Lima', 'Markus Vinicius da Silva Lima'],
    ['// Copyright 2010, Sebastian Tschan', 'Sebastian Tschan'],
    ['# (c) 2020 Nidhal Baccouri <nidhal@example.com>', 'Nidhal Baccouri'],
    ['# Copyright © 2005–2024 by the Marko Kreen. All rights reserved.', 'Marko Kreen'],
    ["__copyright__ = '2009, Kovid Goyal <kovid@example.com>'", 'Kovid Goyal'],
    ['# Copyright (c) 2025, present'],
    ['# The above copyright notice shall be in all copies.'],
    ['# THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE'],
    ['first = (c) => c'],
  ] as const)
    it(`are ${names.join(', ') || 'none'} in "${line}"`, () => {
      assert.deepEqual(copyrightHolders(`#!/bin/sh\n${line}\nprint(1)\n`), names);
    });
});
