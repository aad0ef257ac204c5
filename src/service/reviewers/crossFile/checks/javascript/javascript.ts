import type { Language } from '../../check.ts';
import { caseTwins } from '../caseTwins.ts';
import { commonJsName } from './commonJsName.ts';
import { extractScript } from './extract/script.ts';
import { extractManifest, extractPage, extractPaths } from './extract/settings.ts';
import type { JavaScriptFacts } from './facts.ts';
import { extractIgnored } from '../ignoredFiles.ts';
import { lostInMarkup } from './markup/lostInMarkup.ts';
import { missingModule } from './missingModule.ts';
import { missingEnding } from './modules/missingEnding.ts';
import { promiseAsValue } from './promiseAsValue.ts';
import { callArguments } from './members/callArguments.ts';
import { removedExportMember } from './members/removedExportMember.ts';
import { removedMember } from './members/removedMember.ts';
import { removedExport } from './removedExport.ts';
import { typeAsValue } from './typeAsValue.ts';
import { extractLock } from './packages/locks.ts';
import { undeclaredPackage } from './packages/undeclaredPackage.ts';
import { undefinedName } from './undefinedName.ts';

const script = /\.(?:[cm]?[jt]s|[jt]sx|vue|svelte)$/i;
/** Pages, whose scripts declare names for all others. */
const page = /\.(?:html?|jinja2?|j2|ejs|erb|hbs|njk|php|twig)$/i;
const manifest = /(?:^|\/)package\.json$/;
const paths = /(?:^|\/)[jt]sconfig(?:\.[\w-]+)?\.json$/;
const lock = /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|bun\.lock)$/;
const ignore = /(?:^|\/)\.gitignore$/;
/** Files that are not code of the project, but data of its tests. */
const testData = /(?:^|\/)(?:fixtures?|__(?:test)?fixtures__|test-?data|test-?cases|snapshots|__snapshots__)\//i;

/** JavaScript and TypeScript, also in components of Vue and Svelte. */
export const javascript: Language<JavaScriptFacts> = {
  id: 'javascript',
  version: 49,
  reads: path => [script, page, manifest, paths, lock, ignore].some(each => each.test(path)) && !testData.test(path),
  judges: path => script.test(path) && !testData.test(path),
  extract: (path, text) => {
    if (manifest.test(path)) return extractManifest(text);
    if (lock.test(path)) return extractLock(path, text);
    if (ignore.test(path)) return extractIgnored(text);
    if (page.test(path)) return extractPage(text);
    return paths.test(path) ? extractPaths(text) : extractScript(path, text);
  },
  checks: [
    caseTwins,
    undefinedName,
    typeAsValue,
    commonJsName,
    removedExport,
    missingModule,
    missingEnding,
    lostInMarkup,
    removedMember,
    removedExportMember,
    callArguments,
    promiseAsValue,
    undeclaredPackage,
  ],
};
