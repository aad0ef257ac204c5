import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { truncate } from '../../../core/base/text.ts';
import { open, seal } from '../credentials/sealedText.ts';
import type { Flash } from './html/viewer.ts';
import type { DashboardContext, DashboardParts } from './parts.ts';

/** Seconds until an untold message is forgotten. */
const longestWait = 120;
/** Most characters of the cookie: browsers drop one of more than 4,096 bytes with its name. */
const longestCookie = 3_900;

/**
 * Keeps what the page at `path` tells, and no other page, in an encrypted cookie: any process may answer the next request,
 * and a key that is shown once is stored nowhere.
 */
export function keepFlash(context: DashboardContext, parts: DashboardParts, flash: Flash, path: string): void {
  const { id } = context.get('viewer').member;
  const sealed = (told: Flash): string =>
    seal(JSON.stringify(told), ownerOf(id, path), parts.secretKeys).toString('base64url');
  const whole = sealed(flash);
  const { kind, text, secret } = flash;
  const short = { kind, text: truncate(text, 500), ...(secret !== undefined && { secret }) };
  const value = whole.length <= longestCookie ? whole : sealed(short);
  setCookie(context, nameFor(parts), value, { ...attributesFor(parts, path), maxAge: longestWait });
}

/** Takes what this page is to tell; undefined if there is nothing, or if it is another member's. */
export function takeFlash(context: DashboardContext, parts: DashboardParts, memberId: string): Flash | undefined {
  const { path } = context.req;
  const sealed = getCookie(context, nameFor(parts));
  if (sealed === undefined) return undefined;
  let flash: Flash;
  try {
    flash = JSON.parse(open(Buffer.from(sealed, 'base64url'), ownerOf(memberId, path), parts.secretKeys)) as Flash;
  } catch {
    // Forged, for a page above this one, or sealed before the key was changed.
    return undefined;
  }
  deleteCookie(context, nameFor(parts), attributesFor(parts, path));
  return flash;
}

function ownerOf(memberId: string, path: string): string {
  return `flash ${memberId} ${path}`;
}

function nameFor({ publicUrl }: DashboardParts): string {
  return publicUrl.protocol === 'https:' ? '__Secure-flash' : 'flash';
}

/** A page that is open elsewhere and reads itself again must not take it: browsers send it to its own path only. */
function attributesFor({ publicUrl }: DashboardParts, path: string) {
  return { path, httpOnly: true, sameSite: 'Lax', secure: publicUrl.protocol === 'https:' } as const;
}
