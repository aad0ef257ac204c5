import type { Language } from '../../check.ts';
import { caseTwins } from '../caseTwins.ts';
import { extractIgnored } from '../ignoredFiles.ts';
import { calls } from './calls.ts';
import { compare } from './comparison.ts';
import { extractEntryPoints, hasEntryPoints } from './entryPoints.ts';
import { removedFixtures } from './fixtures/removedFixtures.ts';
import { extract } from './source/extract.ts';
import type { PythonFacts } from './facts.ts';
import { migrationHeads } from './migrations/migrationHeads.ts';
import { missingMigrations } from './migrations/missingMigrations.ts';
import { listedNames } from './members/listedNames.ts';
import { namesInTexts } from './members/namesInTexts.ts';
import { removedAttributes } from './members/removedAttributes.ts';
import { circularImports } from './packages/circularImports.ts';
import { declaredIn, declaresPackages, extractDeclared } from './packages/declaredPackages.ts';
import { removedMethods } from './removedMethods.ts';
import { removedNames } from './removedNames.ts';
import { extractTemplate } from './routes/readRoutes.ts';
import { removedRoutes } from './routes/removedRoutes.ts';
import { unexplainedImports } from './unexplainedImports.ts';

/** Templates of Django and Flask, which ask for addresses by their names. */
const template = /(?:^|\/)templates\/.+\.(?:html?|txt|xml|jinja2?|j2)$/;
const ignore = /(?:^|\/)\.gitignore$/;

/** What changes to Python files break elsewhere: names, calls and coroutines. */
export const python: Language<PythonFacts> = {
  id: 'python',
  version: 30,
  reads: path =>
    path.endsWith('.py') || template.test(path) || hasEntryPoints(path) || declaresPackages(path) || ignore.test(path),
  isConcernedBy: path => path.endsWith('.py'),
  judges: path => path.endsWith('.py'),
  extract: (path, text) => {
    if (ignore.test(path))
      return { definitions: [], imports: [], references: [], calls: [], ignored: extractIgnored(text).patterns };
    if (template.test(path) && !declaresPackages(path)) return extractTemplate(text);
    const facts = hasEntryPoints(path)
      ? extractEntryPoints(path, text)
      : path.endsWith('.py')
        ? extract(path, text)
        : extractDeclared(path, text);
    return facts !== undefined && declaresPackages(path) ? { ...facts, declared: declaredIn(path, text) } : facts;
  },
  checks: [
    caseTwins,
    change => {
      const comparison = compare(change);
      return [
        ...removedNames(comparison),
        ...removedMethods(comparison),
        ...removedAttributes(comparison),
        ...namesInTexts(comparison),
        ...listedNames(comparison),
        ...removedFixtures(comparison),
        ...removedRoutes(comparison),
        ...missingMigrations(comparison),
        ...migrationHeads(comparison),
        ...unexplainedImports(comparison),
        ...circularImports(comparison),
        ...calls(comparison),
      ];
    },
  ],
};
