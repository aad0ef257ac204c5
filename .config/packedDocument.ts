/**
 * A Markdown document as it is packed: without pictures, and with the words alone of links to files of the repository,
 * since neither is in the package and the extension has no public address that they could be at.
 */
export function packedDocument(markdown: string): string {
  return markdown
    .replace(/<picture>[\s\S]*?<\/picture>\s*/g, '')
    .replace(/!\[[^\]]*\]\((?!https:)[^)]*\)/g, '')
    .replace(/\[([^\]]+)\]\((?!https:|#)[^)]*\)/g, '$1');
}
