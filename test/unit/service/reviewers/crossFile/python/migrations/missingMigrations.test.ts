import assert from 'node:assert/strict';
import { findingsOf, told, type Touched } from '../pythonChange.ts';

const models = `from django.db import models


class Timed(models.Model):
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        abstract = True


class Order(Timed):
    number = models.CharField(max_length=20)

    def total(self):
        return sum(each.price for each in self.items.all())
`;
const before = {
  'shop/__init__.py': '',
  'shop/models.py': models,
  'shop/migrations/__init__.py': '',
  'shop/migrations/0001_initial.py': `from django.db import migrations, models


class Migration(migrations.Migration):
    operations = [
        migrations.CreateModel(
            name='Order',
            fields=[
                ('id', models.AutoField(primary_key=True)),
                ('number', models.CharField(max_length=20)),
            ],
        ),
    ]
`,
};
const withField = models.replace('    def total', '    note = models.TextField(null=True)\n\n    def total');
const migration = `from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [('shop', '0001_initial')]
    operations = [migrations.AddField(model_name='order', name='note', field=models.TextField(null=True))]
`;
const item =
  "\n\nclass Item(models.Model):\n    order = models.ForeignKey(Order, models.CASCADE, related_name='items')\n    price = models.IntegerField()\n";

describe('a model of Django without a migration', () => {
  it('is told where a field is new', () => {
    assert.deepEqual(told(before, { 'shop/models.py': withField }), ['missing-migration shop/models.py:14 <- ']);
    assert.deepEqual(
      findingsOf(before, { 'shop/models.py': withField }).map(({ title }) => title),
      ['No migration brings `Order.note` to the database'],
    );
  });

  it('is told once where the model is new, with its fields', () => {
    const touched = { 'shop/models.py': models + item };
    assert.deepEqual(told(before, touched), ['missing-migration shop/models.py:19 <- shop/models.py:20']);
    assert.match(findingsOf(before, touched)[0]?.title ?? '', /^No migration brings `Item` to/);
  });

  it('is told in a package of models, too', () => {
    const split = { ...before, 'shop/models.py': '', 'shop/models/__init__.py': '', 'shop/models/order.py': models };
    assert.deepEqual(told(split, { 'shop/models/order.py': withField }), [
      'missing-migration shop/models/order.py:14 <- ',
    ]);
  });

  const quiet: readonly (readonly [what: string, touched: Touched, base?: Readonly<Record<string, string>>])[] = [
    ['its migration comes with it', { 'shop/models.py': withField, 'shop/migrations/0002_note.py': migration }],
    ['its migration came before', { 'shop/models.py': withField }, { 'shop/migrations/0002_note.py': migration }],
    [
      'the app had not kept its migrations up',
      { 'shop/models.py': `${models}${item.replace('Item', 'Offer')}${item}` },
      { 'shop/models.py': `${models}${item.replace('Item', 'Offer')}` },
    ],
    ['the app has no migrations', { 'shop/models.py': withField }, { 'shop/migrations/0001_initial.py': '' }],
    ['a field is taken out', { 'shop/models.py': models.replace(/ {4}number.*\n/, '    pass\n') }],
    [
      'a model has what it inherited',
      {
        'shop/models.py': models.replace(
          /(class Timed[^]*?) {4}(created.*\n)([^]*class Order.*\n)/,
          '$1    pass\n$3    $2',
        ),
      },
    ],
    [
      'others inherit the field',
      { 'shop/models.py': models.replace('    created', '    changed = models.DateTimeField()\n    created') },
    ],
    [
      'another system makes its table',
      { 'shop/models.py': `${models}${item}\n    class Meta:\n        managed = False\n` },
    ],
    ['it says what users have anyway', { 'shop/models.py': withField.replace('note', 'email') }],
    [
      'it is for tests',
      { 'tests/models.py': withField },
      { 'tests/models.py': models, 'tests/migrations/0001_initial.py': migration },
    ],
    [
      'a relation has no column',
      { 'shop/models.py': withField.replace('models.TextField', 'models.GenericForeignKey') },
    ],
    [
      'it moves to another file of the app',
      { 'shop/models.py': '', 'shop/models/__init__.py': '', 'shop/models/order.py': models },
    ],
    [
      'it is no model',
      { 'shop/models.py': `${models}\n\ndef make():\n    note = models.TextField()\n    return note\n` },
    ],
  ];
  for (const [what, touched, base = {}] of quiet)
    it(`is nothing where ${what}`, () => {
      const files =
        base['shop/migrations/0001_initial.py'] === ''
          ? { 'shop/__init__.py': '', 'shop/models.py': models }
          : { ...before, ...base };
      assert.deepEqual(
        told(files, touched).filter(each => each.startsWith('missing-migration')),
        [],
      );
    });
});
