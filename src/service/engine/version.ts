/** Bump it when the same commits give other comments, so that no earlier result is taken for a new one. */
export const engineVersion = '9';
