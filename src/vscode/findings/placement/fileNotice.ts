import { existsSync } from 'node:fs';
import path from 'node:path';
import { t } from '../../../core/base/l10n.ts';
import { pathInRepository } from '../../../git/repository/fileInside.ts';
import type { WorkItem } from '../workItem.ts';

/** Why a finding cannot be shown in its file; empty where it is in no file, or its repository is not here. */
export function fileNotice({ finding: { comment, state }, uri, record }: WorkItem): string {
  const { root } = record.subject;
  if (comment.path === undefined || (uri === undefined && root === undefined)) return '';
  if (uri === undefined && state === 'outdated') return t('The commit that is checked out no longer has this file.');
  const file = uri === undefined ? placeIn(root, comment.path) : uri.scheme === 'file' ? uri.fsPath : undefined;
  if (file !== undefined && !existsSync(file)) return t('This file is not in the working copy.');
  // A finding of a folder is in no file.
  return uri === undefined ? '' : t('This file could not be opened as text.');
}

function placeIn(root: string | undefined, file: string): string | undefined {
  return root === undefined ? undefined : path.join(root, pathInRepository(root, file));
}
