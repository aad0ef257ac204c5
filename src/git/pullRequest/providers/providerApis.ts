import type { Provider } from '../../repository/remoteUrl.ts';
import { azureDevops, azureDevopsServer } from './azureDevops.ts';
import { bitbucketCloud } from './bitbucketCloud.ts';
import { bitbucketServer } from './bitbucketServer.ts';
import { gitea } from './gitea.ts';
import { github } from './github.ts';
import { gitlab } from './gitlab.ts';
import type { ProviderApi } from './providerApi.ts';

/** The supported REST APIs by provider. */
export const providerApis: Readonly<Partial<Record<Provider, ProviderApi>>> = {
  github,
  gitlab,
  bitbucket: bitbucketCloud,
  'bitbucket-server': bitbucketServer,
  azure: azureDevops,
  'azure-server': azureDevopsServer,
  gitea,
};
