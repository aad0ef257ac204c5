import { decodePercent, type SplitUrl } from './splitUrl.ts';

/** The parts of an Azure DevOps repository's URL. */
interface AzureRepository {
  readonly provider: 'azure' | 'azure-server';
  /** The organisation, or a server's path and collection; may be empty. */
  readonly organisation: string;
  readonly project: string;
  readonly repo: string;
}

const cloudHost = 'dev.azure.com';
const oldCloud = '.visualstudio.com';

/**
 * Recognizes Azure DevOps, hosted or on a server, by the shape of its paths.
 * @param context the path above a server's collections, if configured
 */
export function azureRepository(
  { scheme, user, host, segments }: SplitUrl,
  context?: readonly string[],
): AzureRepository | undefined {
  const isCloud = host === cloudHost || host === `ssh.${cloudHost}` || host.endsWith(oldCloud);
  if (scheme === 'ssh' && isCloud && segments[0] === 'v3' && segments.length === 4) {
    const [, organisation = '', project = '', repo = ''] = segments.map(decodePercent);
    return { provider: 'azure', organisation, project, repo };
  }
  const mark = segments.findIndex(segment => segment === '_git' || segment === '_ssh');
  const before = mark < 0 ? [] : segments.slice(0, mark);
  const after = mark < 0 ? [] : segments.slice(mark + 1).filter(segment => !['_full', '_optimized'].includes(segment));
  const [repo] = after;
  if (repo === undefined || after.length > 1) return undefined;
  if (host.endsWith(oldCloud)) {
    const [subdomain = ''] = host.split('.');
    const organisation = subdomain === 'vs-ssh' ? user : subdomain;
    const [project = repo] = before.filter(segment => segment.toLowerCase() !== 'defaultcollection');
    return organisation === undefined ? undefined : { provider: 'azure', organisation, project, repo };
  }
  if (isCloud) {
    const [organisation, project = repo] = before;
    return organisation === undefined ? undefined : { provider: 'azure', organisation, project, repo };
  }
  // The project is omitted if its repository has the same name; a team of the project may follow it.
  // An entry of the host alone says nothing of a path.
  const collectionEnd = (context === undefined || context.length === 0 ? pathOf(before) : context.length) + 1;
  const [project = repo] = before.slice(collectionEnd);
  const organisation = before.slice(0, collectionEnd).join('/');
  return { provider: 'azure-server', organisation, project, repo };
}

/** The number of segments before a server's collection: `tfs` by default. */
function pathOf(before: readonly string[]): number {
  const names = before.map(segment => segment.toLowerCase());
  return names[0] === 'tfs' ? 1 : Math.max(0, names.indexOf('defaultcollection'));
}
