import * as vscode from 'vscode';

// Outlines of 16 by 16 that hint at the provider; the lock of a private repository is laid over the lower right corner.
const outlines: Readonly<Record<string, string>> = {
  github:
    '<path d="M3.5 2.5l2 1.2a7 7 0 0 1 5 0l2-1.2v3.2c.7.9 1 1.9 1 3 0 3-2.3 4.3-5.5 4.3S2.5 11.7 2.5 8.7c0-1.1.3-2.1 1-3z"/><path d="M6 8v1.2M10 8v1.2"/>',
  gitlab: '<path d="M8 13.5L2 9l1.7-6 2 4.2h4.6l2-4.2L14 9z"/>',
  bitbucket: '<path d="M2 3h12l-1.8 10H3.8z"/><path d="M6.2 6.5h3.6l-.6 3.2H6.8z"/>',
  azure: '<path d="M2.5 5.5L8 2.5l5.5 1.2v8L8 13.5l-3-2.2"/><path d="M2.5 5.5v4.8l2.5 1V5.2z"/>',
  gitea:
    '<path d="M2.5 5h8.5v4.5a3.5 3.5 0 0 1-3.5 3.5H6a3.5 3.5 0 0 1-3.5-3.5z"/><path d="M11 6h1a1.8 1.8 0 0 1 0 3.6h-1M5 2v1.5M8 2v1.5"/>',
  git: '<circle cx="4.5" cy="3.5" r="1.5"/><circle cx="4.5" cy="12.5" r="1.5"/><circle cx="11.5" cy="5.5" r="1.5"/><path d="M4.5 5v6M11.5 7c0 2.5-7 1.5-7 4"/>',
};
const lock = '<path d="M10.5 11V9.8a1.8 1.8 0 0 1 3.6 0V11"/><rect x="9.5" y="11" width="5.5" height="4" rx=".8"/>';
const lockGround = '<rect x="8.3" y="7" width="8" height="9" fill="black" stroke="none"/>';

// The icon foregrounds of VS Code's own light and dark themes.
const colors = { light: '#424242', dark: '#c5c5c5' };

/** Icon of a repository by its provider, with a lock where it is private. */
export function providerIcon(provider: string, isPrivate: boolean): { light: vscode.Uri; dark: vscode.Uri } {
  const name = Object.keys(outlines).find(known => provider.toLowerCase().startsWith(known)) ?? 'git';
  return { light: draw(name, isPrivate, colors.light), dark: draw(name, isPrivate, colors.dark) };
}

function draw(name: string, isPrivate: boolean, color: string): vscode.Uri {
  const outline = outlines[name] ?? '';
  const body = isPrivate
    ? `<mask id="m"><rect width="16" height="16" fill="white"/>${lockGround}</mask><g mask="url(#m)">${outline}</g>${lock}`
    : outline;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="none" stroke="${color}" stroke-width="1.1" stroke-linejoin="round" stroke-linecap="round">${body}</svg>`;
  return vscode.Uri.parse(`data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`);
}
