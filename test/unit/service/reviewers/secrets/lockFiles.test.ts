import assert from 'node:assert/strict';
import { createHash, type BinaryLike } from 'node:crypto';
import { hygieneReviewer } from '../../../../../src/service/reviewers/hygiene/hygieneReviewer.ts';
import { systemClock } from '../../../../../src/core/base/clock.ts';
import { secretsReviewer } from '../../../../../src/service/reviewers/secrets/secretsReviewer.ts';
import { newFile, rulesIn } from '../../engine/newFile.ts';

const sha = (kind: string, encoding: 'hex' | 'base64', of: BinaryLike): string =>
  createHash(kind).update(of).digest(encoding);
const many = (line: (turn: string) => string): string =>
  Array.from({ length: 2_000 }, (_, index) => line(`package-${index}`)).join('');

/** As each tool writes them, with hashes of every kind that it knows. */
const files: Readonly<Record<string, string>> = {
  'package-lock.json': `{"packages":{${many(
    name =>
      `"node_modules/${name}":{"version":"1.2.3","resolved":"https://registry.example/@scope/${name}/-/${name}-1.2.3.tgz","integrity":"sha512-${sha('sha512', 'base64', name)}"},\n`,
  )}}}`,
  'yarn.lock': many(
    name =>
      `"@scope/${name}@^1.2.3":\n  version "1.2.3"\n  resolved "https://registry.yarnpkg.com/${name}/-/${name}-1.2.3.tgz#${sha('sha1', 'hex', name)}"\n  integrity sha512-${sha('sha512', 'base64', name)}\n  checksum: 10c0/${sha('sha512', 'hex', name)}\n\n`,
  ),
  'pnpm-lock.yaml': many(
    name =>
      `  '@scope/${name}@1.2.3(react@18.0.0)':\n    resolution: {integrity: sha512-${sha('sha512', 'base64', name)}}\n`,
  ),
  'Cargo.lock': many(
    name =>
      `[[package]]\nname = "${name}"\nversion = "1.2.3"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\nchecksum = "${sha('sha256', 'hex', name)}"\n\n`,
  ),
  'poetry.lock': many(
    name =>
      `files = [\n    {file = "${name}-1.2.3-py3-none-any.whl", hash = "sha256:${sha('sha256', 'hex', name)}"},\n]\n`,
  ),
  'go.sum': many(
    name =>
      `github.com/acme/${name} v1.2.3 h1:${sha('sha256', 'base64', name)}\ngithub.com/acme/${name} v0.0.0-20240102030405-${sha('sha1', 'hex', name).slice(0, 12)}/go.mod h1:${sha('sha256', 'base64', `${name}/mod`)}\n`,
  ),
  'Gemfile.lock': many(name => `    ${name} (1.2.3)\n  ${name} (1.2.3) sha256=${sha('sha256', 'hex', name)}\n`),
  'composer.lock': many(
    name =>
      `{"name":"acme/${name}","source":{"type":"git","url":"https://github.com/acme/${name}.git","reference":"${sha('sha1', 'hex', name)}"},"dist":{"shasum":"${sha('sha1', 'hex', `${name}/dist`)}"}},\n`,
  ),
  'flake.lock': many(
    name => `"narHash": "sha256-${sha('sha256', 'base64', name)}", "rev": "${sha('sha1', 'hex', name)}"\n`,
  ),
  'lib.min.js': many(
    name =>
      `!function(e,t){"object"==typeof exports?t(exports):t(e.${name.replace('-', '')}={})}(this,function(e){var sk_live=1,n="data:font/woff2;base64,${sha('sha512', 'base64', name).repeat(3)}";e.x=n});`,
  ),
  'app.js.map': `{"version":3,"mappings":"${many(name => `${sha('sha512', 'base64', name).replace(/[^A-Za-z]/g, 'A')};`)}"}`,
  'a.ipynb': many(name => `{"image/png": "iVBORw0KGgo${sha('sha512', 'base64', name).repeat(4)}\\n"},\n`),
  'a.svg': many(
    name =>
      `<image href="data:image/png;base64,${sha('sha512', 'base64', name)}"/><path d="M10 10h-${name.length}z"/>\n`,
  ),
};

describe('tidy files with long numbers', () => {
  for (const [path, text] of Object.entries(files))
    it(`hold no secret and hide nothing: ${path}`, async () => {
      assert.deepEqual(await rulesIn(secretsReviewer(systemClock), newFile(path, text)), []);
      assert.deepEqual(await rulesIn(hygieneReviewer, newFile(path, text)), []);
    });
});
