/**
 * Entry point of the engine's two processes. The outer one reads the change and builds the review; it starts the inner
 * one, which runs the analysers, and survives a file that crashes them.
 */
if (process.argv[2] === 'analyse') void import('./analyserWorker.ts');
else void import('./reviewWorker.ts');

export {};
