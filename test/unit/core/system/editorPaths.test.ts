import assert from 'node:assert/strict';
import path from 'node:path';
import { randomNumbers } from '../../../bench/random.ts';
import { EditorPaths } from '../../../../src/core/system/editorPaths.ts';

/** Places of a machine whose links are these, by their beginning; the disk has the names of `names`. */
function machine(
  system: path.PlatformPath,
  links: Readonly<Record<string, string>>,
  names: readonly string[] = [],
): EditorPaths {
  const onDisk = new Map(names.map(name => [folded(name), name]));
  return new EditorPaths(system, place => {
    const link = Object.keys(links).find(each => folded(place).startsWith(folded(each)));
    const real = link === undefined ? place : (links[link] ?? '') + place.slice(link.length);
    return Promise.resolve(onDisk.get(folded(real)) ?? real);
  });
}

function folded(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

describe('a place on Windows', () => {
  const { win32 } = path;

  for (const [name, { links, folder, real }] of Object.entries({
    'a drive of `subst`': { links: { 'X:\\': 'C:\\work\\orders\\' }, folder: 'X:\\', real: 'C:\\work\\orders' },
    'a mapped drive': {
      links: { 'Z:\\': '\\\\server\\share\\' },
      folder: 'Z:\\orders',
      real: '\\\\server\\share\\orders',
    },
    'a junction': { links: { 'C:\\link': 'D:\\work\\orders' }, folder: 'C:\\link', real: 'D:\\work\\orders' },
    'a drive root': { links: {}, folder: 'D:\\', real: 'D:\\' },
    'a share': { links: {}, folder: '\\\\server\\share', real: '\\\\server\\share' },
    'a share of WSL': {
      links: {},
      folder: '\\\\wsl$\\Ubuntu\\home\\robin\\orders',
      real: '\\\\wsl.localhost\\Ubuntu\\home\\robin\\orders',
    },
    'a drive letter in lower case': { links: {}, folder: 'c:\\work\\orders', real: 'C:\\work\\orders' },
    'a long path': { links: {}, folder: '\\\\?\\C:\\work\\orders', real: 'C:\\work\\orders' },
    'a long path of a share': {
      links: {},
      folder: '\\\\?\\UNC\\server\\share\\orders',
      real: '\\\\server\\share\\orders',
    },
  })) {
    it(`is the same by ${name} as by its real path, and spelled as the folder is`, async () => {
      const places = machine(win32, links);
      const root = (await places.identityOf(real)) ?? assert.fail();
      assert.equal(places.within(root, (await places.identityOf(folder)) ?? ''), '');
      const file = win32.join(folder, 'src\\a.ts');
      const identity = (await places.identityOf(file)) ?? assert.fail();
      assert.equal(places.within(root, identity), 'src/a.ts');
      const anchor = await places.anchorOf(win32.join(folder, 'src'), root);
      assert.equal(places.spelled(identity, anchor === undefined ? [] : [anchor]), win32.normalize(file));
    });
  }

  it('has the letters that the disk has', async () => {
    const places = machine(win32, {}, ['C:\\work\\Orders\\src\\App.ts']);
    assert.equal(await places.identityOf('c:\\WORK\\orders\\src\\app.ts'), 'C:\\work\\Orders\\src\\App.ts');
    assert.equal(places.within('C:\\work\\orders', 'C:\\Work\\Orders\\src\\App.ts'), 'src/App.ts');
  });

  it('is in no folder beside it, on no other drive and not above', () => {
    const places = machine(win32, {});
    for (const [folder, place] of [
      ['C:\\work', 'C:\\workshop\\a.ts'],
      ['C:\\', 'D:\\a.ts'],
      ['C:\\work', 'C:\\a.ts'],
      ['\\\\server\\one', '\\\\server\\two\\a.ts'],
      ['C:\\work', '\\\\server\\work\\a.ts'],
    ] as const)
      assert.equal(places.within(folder, place), undefined, `${place} in ${folder}`);
    assert.equal(places.within('C:\\', 'C:\\..a.ts'), '..a.ts');
  });
});

describe('a place on macOS', () => {
  it('has one identity in either form of Unicode and whatever its letters', async () => {
    const onDisk = '/work/cafe\u0301/Menu.ts';
    const places = machine(path.posix, {}, [onDisk]);
    for (const spelling of ['/work/caf\u00e9/Menu.ts', '/work/cafe\u0301/menu.ts', '/WORK/CAF\u00c9/MENU.TS'])
      assert.equal(await places.identityOf(spelling), onDisk);
  });
});

describe('a place on Linux', () => {
  const places = machine(path.posix, { '/link': '/real/orders/packages' });

  it('is not another one that differs in case', () => {
    assert.equal(places.within('/work/Orders', '/work/orders/a.ts'), undefined);
    assert.equal(places.within('/', '/a.ts'), 'a.ts');
  });

  it('is in each folder above it, however both are written', () => {
    const parts = ['a', 'b', 'ab', '.', '..', '', '.git', '..a'];
    const random = randomNumbers(5);
    const aPath = (): string =>
      `${random(9) === 0 ? '' : '/'}${Array.from({ length: 1 + random(4) }, () => parts[random(parts.length)]).join('/')}`;
    for (let time = 0; time < 5_000; time++) {
      const folder = aPath();
      const place = random(2) === 0 ? aPath() : path.posix.join(folder, aPath());
      const inner = path.posix.relative(folder, place);
      const expected = inner === '..' || inner.startsWith('../') ? undefined : inner;
      assert.equal(places.within(folder, place), expected, `${place} in ${folder}`);
    }
  });

  it('keeps the spelling of a folder behind a link that leads below the top folder', async () => {
    const anchor = (await places.anchorOf('/link/web', '/real/orders')) ?? assert.fail();
    assert.deepEqual(anchor, { spelling: '/link/web', identity: '/real/orders/packages/web' });
    assert.equal(places.spelled('/real/orders/packages/web/a.ts', [anchor]), '/link/web/a.ts');
    assert.equal(places.spelled('/real/orders/a.ts', [anchor]), '/real/orders/a.ts');
  });

  it('is spelled by the nearest folder, and by the first of equal ones', () => {
    const anchors = [
      { spelling: '/work', identity: '/real' },
      { spelling: '/first', identity: '/real/orders' },
      { spelling: '/second', identity: '/real/orders' },
    ];
    assert.equal(places.spelled('/real/orders/a.ts', anchors), '/first/a.ts');
    assert.equal(places.spelled('/real/other/a.ts', anchors), '/work/other/a.ts');
    assert.equal(places.spelled('/elsewhere/a.ts', anchors), '/elsewhere/a.ts');
  });

  it('is none where nothing is', async () => {
    const none = new EditorPaths(path.posix, () => Promise.reject(new Error('ENOENT')));
    assert.equal(await none.identityOf('/gone'), undefined);
    assert.equal(await none.anchorOf('/gone', '/gone'), undefined);
  });
});
