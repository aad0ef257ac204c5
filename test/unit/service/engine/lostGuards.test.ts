import assert from 'node:assert/strict';
import { reviewNotes } from '../../../../src/service/engine/result/reviewNotes.ts';
import type { Files } from '../../../host/git/repository.ts';
import { reviewCommitted } from './reviewing.ts';

const views =
  'from django.contrib.auth.decorators import login_required\n\n\n@login_required\ndef orders(request):\n    return render(request, Order.objects.all())\n\n\n@login_required\ndef invoices(request):\n    return render(request, Invoice.objects.all())\n';
const routes =
  "import { requireAdmin } from './auth.js';\nrouter.get('/users', list);\nrouter.delete('/users/:id', requireAdmin, remove);\n\nrouter.post('/users', requireAdmin, async (request, response) => {\n  const user = read(request.body);\n  await store.add(user);\n  await mail.welcome(user);\n  log.info('added', user.id);\n  response.json(user);\n});\n";
const java =
  'class Users {\n    @PreAuthorize("hasRole(\'ADMIN\')")\n    void remove(long id) {\n        store.remove(id);\n    }\n}\n';
const all = (): Record<string, string> => ({
  'shop/views.py': views,
  'src/routes.js': routes,
  'src/Users.java': java,
  'test/routes.test.js': routes,
});

/** What the notes say of the guards that a change takes away. */
async function lostIn(after: Files, before: Files = all()): Promise<string | undefined> {
  const reading = { id: 'secrets', review: () => Promise.resolve({ status: 'ok', findings: [], files: 1 } as const) };
  const result = await reviewCommitted([reading], before, after);
  assert.ok(result.status === 'completed', JSON.stringify(result));
  const note = reviewNotes(result).find(each => each.startsWith('Permissions are asked for'));
  return note?.replace(/^Permissions are asked for less than before: (.*)\.$/, '$1');
}

const changed = (path: string, from: string, to: string): Record<string, string> => ({
  [path]: (all()[path] ?? '').replace(from, to),
});

describe('guards that a change takes away', () => {
  for (const [path, from, to, said] of [
    ['shop/views.py', '@login_required\ndef invoices', 'def invoices', '1 use of `login_required` fewer'],
    ['src/routes.js', ":id', requireAdmin,", ":id',", '1 use of `requireAdmin` fewer'],
    [
      'src/Users.java',
      '    @PreAuthorize("hasRole(\'ADMIN\')")\n',
      '',
      '1 use of `PreAuthorize` fewer, 1 use of `hasRole` fewer',
    ],
  ] as const)
    it(`are named: ${from.trim().split('\n', 1)[0]}`, async () => {
      assert.equal(await lostIn(changed(path, from, to)), `${path} (${said})`);
    });

  it('are named where another asks for no more than to be signed in', async () => {
    const after = changed('src/routes.js', ":id', requireAdmin", ":id', requireLogin");
    assert.equal(await lostIn(after), 'src/routes.js (1 use of `requireAdmin` fewer)');
  });

  it('are none where another way to be signed in comes in their place', async () => {
    const route = "router.get('/a', requireAuth, list);\n";
    assert.equal(await lostIn({ 'a.js': route.replace('requireAuth', 'requireLogin') }, { 'a.js': route }), undefined);
  });

  it('are named where a signature is compared as any text is', async () => {
    const before = { 'a.ts': 'export const same = (a, b) => timingSafeEqual(a, b);\n' };
    const after = { 'a.ts': 'export const same = (a, b) => a === b;\n' };
    assert.equal(await lostIn(after, before), 'a.ts (1 use of `timingSafeEqual` fewer)');
  });

  it('are named where a route of FastAPI depends on nothing any more', async () => {
    const api =
      '@router.post("/a", dependencies=[Depends(writer)])\nasync def add(session: Session = Depends(open), key=Depends(require_key)): ...\n';
    const settings = 'MIDDLEWARE = [\n    "django.middleware.csrf.CsrfViewMiddleware",\n    "app.Other",\n]\n';
    const before = { 'api.py': api, 'settings.py': settings };
    assert.equal(
      await lostIn(
        {
          'api.py': api
            .replace(', dependencies=[Depends(writer)]', '')
            .replace(' = Depends(open)', '')
            .replace(', key=Depends(require_key)', ''),
          'settings.py': settings.replace('    "django.middleware.csrf.CsrfViewMiddleware",\n', ''),
        },
        before,
      ),
      'api.py (1 use of `dependencies` fewer, 1 use of `require_key` fewer), settings.py (1 use of `CsrfViewMiddleware` fewer)',
    );
  });

  it('are named in all files, the import without its use too', async () => {
    const after = {
      ...changed('shop/views.py', '@login_required\ndef invoices', 'def invoices'),
      'src/routes.js': routes.replaceAll('requireAdmin, ', '').replace(/^import.*\n/, ''),
    };
    assert.equal(
      await lostIn(after),
      'src/routes.js (2 uses of `requireAdmin` fewer), shop/views.py (1 use of `login_required` fewer)',
    );
  });

  for (const [what, after] of [
    ['another one comes in its place', changed('src/routes.js', ":id', requireAdmin", ":id', requireOwner")],
    [
      'a permission comes in its place',
      changed('shop/views.py', '@login_required\ndef o', '@permission_required("a.b")\ndef o'),
    ],
    [
      'it moves to another file',
      {
        'src/routes.js': routes.replace(/router\.delete.*\n/, ''),
        'src/removal.js': "router.delete('/users/:id', requireAdmin, remove);\n",
      },
    ],
    ['what it guards goes too', { 'src/routes.js': routes.slice(0, routes.indexOf('router.post')) }],
    [
      'a comment names it',
      changed('shop/views.py', '\n\n@login_required\ndef o', '\n# No login_required.\n@login_required\ndef o'),
    ],
    ['it is in a test', changed('test/routes.test.js', 'requireAdmin, remove', 'remove')],
    ['the file goes', { 'shop/views.py': undefined }],
  ] as const)
    it(`are none where ${what}`, async () => {
      assert.equal(await lostIn(after), undefined);
    });
});
