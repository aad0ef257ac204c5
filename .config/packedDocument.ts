import type { FileAddresses } from './publishing.ts';

/**
 * A Markdown document as it is packed, where relative addresses lead nowhere. Those of links and pictures become addresses
 * of the published files; where these are not known, the words of a link stay alone, and pictures go.
 */
export function packedDocument(markdown: string, addresses?: FileAddresses): string {
  if (addresses === undefined)
    return markdown
      .replace(/<picture>[\s\S]*?<\/picture>\s*/g, '')
      .replace(/<img [^>]*>\s*/g, '')
      .replace(/!\[[^\]]*\]\((?!https:)[^)]*\)/g, '')
      .replace(/\[([^\]]+)\]\((?!https:|#)[^)]*\)/g, '$1');
  const { pages, pictures } = addresses;
  return markdown
    .replace(/\b(src|srcset)="(?!https:)([^"]*)"/g, `$1="${pictures}$2"`)
    .replace(/(!?)\[([^\]]+)\]\((?!https:|#)([^)]*)\)/g, (_, mark: string, words: string, file: string) => {
      return `${mark}[${words}](${mark === '' ? pages : pictures}${file})`;
    });
}
