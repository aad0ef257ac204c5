import { t } from '../../core/base/l10n.ts';
import { getResolution } from '../../api/embedded/resolutionRate.ts';
import { resolutionToMarkdown } from '../../reviews/exports/resolution.ts';
import type { Connections } from '../connection/connections.ts';
import { withDelayedProgress } from '../platform/delayedProgress.ts';
import type { ReadOnlyDocuments } from '../views/readOnlyDocuments.ts';

/** Shows what became of the comments of the embedded service, by reviewer and rule. */
export async function showResolution(connections: Connections, documents: ReadOnlyDocuments): Promise<void> {
  const resolution = await withDelayedProgress(t('Reading the resolution rate'), async signal =>
    getResolution((await connections.openEmbedded()).client, signal),
  );
  await documents.show(t('Resolution Rate.md'), resolutionToMarkdown(resolution));
}
