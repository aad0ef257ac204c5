import { firstOf } from '../../../api/decode/aliases.ts';
import { branchName, readCommit, readText } from '../../../git/pullRequest/providers/providerApi.ts';
import type { Provider } from '../../../git/repository/remoteUrl.ts';

/** What a provider's REST interface tells of one pull request and of a repository besides what lists tell. */
interface ProviderFields {
  readonly baseBranch: (pull: unknown) => string | undefined;
  /** Path of the hash of the commit that the pull request is made to. */
  readonly baseCommit: string;
  readonly draft: string;
  readonly isPrivate: (record: unknown) => boolean | undefined;
  readonly defaultBranch: string;
  /** Path of the repository's size, and its unit in bytes. */
  readonly size?: readonly [path: string, unit: number];
}

const isTrue = (source: unknown, path: string): boolean | undefined => {
  const value = firstOf(source, path);
  return typeof value === 'boolean' ? value : undefined;
};
const isNot = (source: unknown, path: string, publicWord: string): boolean | undefined => {
  const value = readText(source, path);
  return value === undefined ? undefined : value !== publicWord;
};

const github: ProviderFields = {
  baseBranch: pull => readText(pull, 'base.ref'),
  baseCommit: 'base.sha',
  draft: 'draft',
  isPrivate: record => isTrue(record, 'private'),
  defaultBranch: 'default_branch',
  size: ['size', 1_024],
};
const azure: ProviderFields = {
  baseBranch: pull => branchName(readText(pull, 'targetRefName')),
  baseCommit: 'lastMergeTargetCommit.commitId',
  draft: 'isDraft',
  isPrivate: record => isNot(record, 'project.visibility', 'public'),
  defaultBranch: 'defaultBranch',
  size: ['size', 1],
};

const providerFields: Readonly<Partial<Record<Provider, ProviderFields>>> = {
  github,
  gitea: github,
  gitlab: {
    baseBranch: pull => readText(pull, 'target_branch'),
    baseCommit: 'diff_refs.base_sha',
    draft: 'draft',
    isPrivate: record => isNot(record, 'visibility', 'public'),
    defaultBranch: 'default_branch',
  },
  bitbucket: {
    baseBranch: pull => readText(pull, 'destination.branch.name'),
    baseCommit: 'destination.commit.hash',
    draft: 'draft',
    isPrivate: record => isTrue(record, 'is_private'),
    defaultBranch: 'mainbranch.name',
    size: ['size', 1],
  },
  'bitbucket-server': {
    baseBranch: pull => branchName(readText(pull, 'toRef.id')),
    baseCommit: 'toRef.latestCommit',
    draft: 'draft',
    isPrivate: record => (isTrue(record, 'public') === undefined ? undefined : !isTrue(record, 'public')),
    defaultBranch: 'default_branch',
  },
  azure,
  'azure-server': azure,
};

/** What a pull request is made to, and whether it is a draft. */
export function readBase(
  provider: Provider,
  pull: unknown,
): {
  readonly baseBranch: string | undefined;
  readonly baseCommit: string | undefined;
  readonly isDraft: boolean;
} {
  const fields = providerFields[provider];
  return {
    baseBranch: fields?.baseBranch(pull),
    baseCommit: fields && readCommit(pull, fields.baseCommit),
    isDraft: fields !== undefined && isTrue(pull, fields.draft) === true,
  };
}

/** What a provider tells of a repository; undocumented values are undefined. */
export interface RepositoryFacts {
  readonly isPrivate: boolean | undefined;
  readonly defaultBranch: string | undefined;
  readonly sizeBytes: number | undefined;
}

/** Reads the facts of a repository's record. */
export function readFacts(provider: Provider, record: unknown): RepositoryFacts {
  const fields = providerFields[provider];
  const [path = '', unit = 1] = fields?.size ?? [];
  const size = firstOf(record, path);
  const branch = fields && readText(record, fields.defaultBranch);
  return {
    isPrivate: fields?.isPrivate(record),
    defaultBranch: branchName(branch) ?? branch,
    sizeBytes: typeof size === 'number' && size >= 0 && Number.isSafeInteger(size) ? size * unit : undefined,
  };
}
