import * as vscode from 'vscode';
import { repositoryUrl } from '../../core/review/repositoryUrl.ts';
import type { ReviewRow } from '../views/findingsTree/row.ts';
import type { RepositoryRow } from '../views/repositories/row.ts';

/** Opens the repository's page; its address is https, checked or made by us. */
export async function openOnWeb(row: RepositoryRow): Promise<void> {
  const address = repositoryUrl(row.repository);
  if (address !== undefined) await vscode.env.openExternal(vscode.Uri.parse(address, true));
}

/** Opens the page of a review's pull request. */
export async function openReviewOnWeb(row: ReviewRow): Promise<void> {
  const address = row.record.subject.url;
  if (address?.startsWith('https://') === true) await vscode.env.openExternal(vscode.Uri.parse(address, true));
}

export async function copyName(row: RepositoryRow): Promise<void> {
  await vscode.env.clipboard.writeText(row.repository.fullName);
}
