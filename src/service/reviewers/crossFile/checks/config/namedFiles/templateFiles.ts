import { join } from 'node:path/posix';
import { foldersOf } from '../../../../../../core/system/foldersOf.ts';
import type { Name, Purpose } from './namedFileFacts.ts';

const name = String.raw`["']([\w-]+(?:[./-][\w-]+)*\.\w{2,6})["']`;
/** `render(request, 'a/b.html')`, `render_template('b.html')`, `template_name = 'a/b.html'` */
const rendered = new RegExp(
  String.raw`\b(?:render\(\s{0,99}[\w.]{1,80},\s{0,99}|(?:render_template|render_to_string|get_template|TemplateResponse)` +
    String.raw`\(\s{0,99}(?:[\w.]{1,80},\s{0,99})?(?:name=)?|template_name\s?=\s?)${name}`,
  'g',
);
const included = new RegExp(String.raw`\{%-?\s{0,9}(?:extends|include|import|from)\s{1,9}${name}`, 'g');
const linked = new RegExp(
  String.raw`(?:\{%-?\s{0,9}static\s{1,9}|\burl_for\(\s{0,9}["']static["'],\s{0,9}filename\s?=\s?)${name}`,
  'g',
);
/** Folders of libraries, whose own files are there where a project has no other of the name. */
const ofLibraries =
  /^(?:account|admin|allauth|bootstrap\w*|cms|crispy\w*|debug_toolbar|django\w*|flask\w*|mfa|oauth2_provider|registration|rest_framework|security|socialaccount|two_factor|wagtail\w*)\//;

/** Finds the templates that code of Django or Flask renders. */
export function filesOfViews(text: string, path: string): Name[] {
  return namesIn(text, rendered, 'template', each => foldersOf(path).map(folder => join(folder, 'templates', each)));
}

/** Finds the templates that a template of Django or Flask takes in, and the scripts and styles that it links. */
export function filesOfTemplate(text: string, path: string): Name[] {
  const below = (top: string) => (each: string) => foldersOf(path).map(folder => join(folder, top, each));
  return [
    ...namesIn(text, included, 'template', below('templates')),
    ...namesIn(text, linked, 'asset', below('static')),
  ];
}

function namesIn(text: string, pattern: RegExp, purpose: Purpose, pathsOf: (written: string) => string[]): Name[] {
  return [...text.matchAll(pattern)].flatMap(({ 0: whole, 1: written = '', index }) =>
    ofLibraries.test(written)
      ? []
      : [
          {
            purpose,
            paths: pathsOf(written),
            offset: index + whole.length - written.length - 1,
            length: written.length,
          },
        ],
  );
}
