import { languageTag } from '../../../core/base/l10n.ts';
import { visibleText } from '../../../core/render/sanitizeMarkdown.ts';

/** What every page needs of its webview. */
export interface PageFrame {
  /** The origin that the webview may load styles from. */
  readonly source: string;
  /** Address of the style sheet. */
  readonly styles: string;
}

/**
 * Puts a page together. It runs no scripts and loads nothing but its styles.
 * @param body safe HTML
 */
export function pageHtml(title: string, body: string, { source, styles }: PageFrame): string {
  const policy = `default-src 'none'; style-src ${source}`;
  return `<!DOCTYPE html>
<html lang="${languageTag()}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${escapeHtml(styles)}">
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
}

/** The commands that links on a page may run. Text that comes from elsewhere has https links only. */
export type PageCommand = 'codeReview.openFinding' | 'codeReview.showReport';

/** Makes a link that runs a command. @param label plain text */
export function commandLink(command: PageCommand, argument: string, label: string): string {
  const query = encodeURIComponent(JSON.stringify([argument]));
  return `<a href="command:${command}?${query}">${escapeHtml(label)}</a>`;
}

/** Escapes plain text for HTML, and makes visible what would change its direction. */
export function escapeHtml(text: string): string {
  return visibleText(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
