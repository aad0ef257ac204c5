import { t } from '../../core/base/l10n.ts';

/** The provider's name as people write it. */
export function providerName(provider: string): string {
  const names: Readonly<Record<string, string>> = {
    github: 'GitHub',
    gitlab: 'GitLab',
    bitbucket: 'Bitbucket',
    'bitbucket-server': 'Bitbucket Data Center',
    azure: 'Azure DevOps',
    'azure-server': 'Azure DevOps Server',
    gitea: 'Gitea',
    forgejo: 'Forgejo',
    git: t('Local'),
  };
  const name = provider.toLowerCase();
  return Object.hasOwn(names, name) ? (names[name] ?? provider) : provider;
}
