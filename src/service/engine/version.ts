/** Version of the engine. Bump it when the same commits give other comments, so that stored reviews are not reused. */
export const engineVersion = '21';
