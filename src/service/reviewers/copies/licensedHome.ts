/** A repository on a public host, as `github.com/owner/name`. */
export interface Home {
  readonly address: string;
  readonly owner: string;
}

const comment = /^\s*\/\*[^]*?\*\//;
const licence = /\blicen[cs]ed?\b/i;
const home = /\bhttps?:\/\/(?:www\.)?((?:github|gitlab|bitbucket)\.(?:com|org)\/([\w.-]{1,100})\/[\w-]+(?:\.[\w-]+)*)/i;

/** The repository that the first comment of a file names beside its licence. @param text the top of a file */
export function licensedHome(text: string): Home | undefined {
  const [first = ''] = comment.exec(text) ?? [];
  const [, address, owner] = (licence.test(first) ? home.exec(first) : null) ?? [];
  return address === undefined || owner === undefined ? undefined : { address, owner };
}
