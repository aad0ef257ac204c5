import { createHash } from 'node:crypto';
import type { ServedRepository } from '../../core/protocol/serviceMessages.ts';
import type { ListedRepository } from './backend.ts';

/** The working copies that this service reviews. */
export class Repositories {
  #served: readonly ServedRepository[];

  constructor(served: readonly ServedRepository[]) {
    this.#served = served;
  }

  replace(served: readonly ServedRepository[]): void {
    this.#served = served;
  }

  /** Top folders of the working copies. */
  get roots(): readonly string[] {
    return this.#served.map(({ root }) => root);
  }

  /** Whether tools of the project may run in a working copy. @param root its top folder */
  mayRunTools(root: string): boolean {
    return this.#served.some(each => each.root === root && each.isOutside !== true);
  }

  /** Each repository once, by name. */
  get all(): readonly ServedRepository[] {
    return [...new Map(this.#served.map(each => [each.fullName.toLowerCase(), each])).values()];
  }

  /** Every working copy of a repository; names are compared without case, as hosts do. */
  named(fullName: string): readonly ServedRepository[] {
    return this.#served.filter(each => each.fullName.toLowerCase() === fullName.toLowerCase());
  }
}

/** A working copy as the API lists it. */
export function listedRepository({ fullName, provider, webUrl }: ServedRepository): ListedRepository {
  return {
    id: `repo_${createHash('sha256').update(fullName.toLowerCase()).digest('hex').slice(0, 16)}`,
    name: fullName.slice(fullName.lastIndexOf('/') + 1),
    full_name: fullName,
    provider,
    // Only holders of this service's keys see what it serves, whatever the host says.
    private: true,
    ...(webUrl === undefined ? {} : { web_url: webUrl }),
  };
}
