import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { open, seal } from '../credentials/sealedText.ts';
import type { Flash } from './html/viewer.ts';
import type { DashboardContext, DashboardParts } from './parts.ts';

/** Seconds until an untold message is forgotten. */
const longestWait = 120;

/**
 * Keeps what the next page tells in an encrypted cookie: any process may answer the next request, and a key that is shown
 * once is stored nowhere.
 */
export function keepFlash(context: DashboardContext, parts: DashboardParts, flash: Flash, memberId: string): void {
  const sealed = seal(JSON.stringify(flash), ownerOf(memberId), parts.secretKeys).toString('base64url');
  setCookie(context, nameFor(parts), sealed, { ...attributesFor(parts), maxAge: longestWait });
}

/** Takes what is to be told; undefined if there is nothing, or if it is another member's. */
export function takeFlash(context: DashboardContext, parts: DashboardParts, memberId: string): Flash | undefined {
  const sealed = getCookie(context, nameFor(parts));
  if (sealed === undefined) return undefined;
  deleteCookie(context, nameFor(parts), attributesFor(parts));
  try {
    return JSON.parse(open(Buffer.from(sealed, 'base64url'), ownerOf(memberId), parts.secretKeys)) as Flash;
  } catch {
    // Forged, or sealed before the key was changed.
    return undefined;
  }
}

function ownerOf(memberId: string): string {
  return `flash ${memberId}`;
}

function nameFor({ publicUrl }: DashboardParts): string {
  return publicUrl.protocol === 'https:' ? '__Host-flash' : 'flash';
}

function attributesFor({ publicUrl }: DashboardParts) {
  return { path: '/', httpOnly: true, sameSite: 'Lax', secure: publicUrl.protocol === 'https:' } as const;
}
