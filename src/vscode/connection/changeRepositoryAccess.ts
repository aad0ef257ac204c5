import path from 'node:path';
import { changeList, type SharedList } from '../../files/changeList.ts';
import { keepConsent } from './keepConsent.ts';
import type { RepositoryAccess } from './repositoryAccess.ts';

/** Allows a host, also while another window allows one. @throws CodeReviewError of kind `input` if it cannot be kept */
export async function allowHost(access: RepositoryAccess, host: string): Promise<void> {
  await keepConsent(path.dirname(access.journal), () =>
    changeList(listOf(access), hosts => [...new Set([...hosts, host])]),
  );
}

/** @returns the hosts that were allowed, and are no longer */
export async function forgetHosts(access: RepositoryAccess): Promise<readonly string[]> {
  let forgotten: readonly string[] = [];
  if (access.hosts.length === 0) return forgotten;
  await changeList(listOf(access), hosts => {
    forgotten = hosts.map(String);
    return [];
  });
  return forgotten;
}

function listOf(access: RepositoryAccess): SharedList {
  return {
    journal: access.journal,
    name: 'repositoryAccess',
    read: () => access.hosts,
    write: hosts => access.keep(hosts.map(String)),
  };
}
