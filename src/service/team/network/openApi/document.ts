import { toJsonSchemaDefs } from '@valibot/to-json-schema';
import { reviewRequest } from '../../../http/schemas.ts';
import { comment, problem, repositories, review } from './answers.ts';

/** An operation of the API, as the document and its page show it. */
export interface Operation {
  readonly summary: string;
  readonly operationId: string;
  readonly parameters?: readonly object[];
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, Answered>>;
}

/** One status that an operation answers with. */
export interface Answered {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Header>>;
  readonly content?: Readonly<Record<string, { readonly schema: Reference }>>;
}

/** A header of an answer; one that is not required comes with some of the answers. */
interface Header {
  readonly description: string;
  readonly required: boolean;
  readonly schema: object;
}

/** A schema by its place in the document. */
interface Reference {
  readonly $ref: string;
}

/** The parts of an OpenAPI 3.1 document that this service has. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly object[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly securitySchemes: object; readonly schemas: Readonly<Record<string, object>> };
}

const schemas = toJsonSchemaDefs(
  { Repositories: repositories, ReviewRequest: reviewRequest, Review: review, Comment: comment, Problem: problem },
  {
    target: 'draft-2020-12',
    errorMode: 'ignore',
    overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  },
);
const reference = (name: string): { readonly schema: Reference } => ({
  schema: { $ref: `#/components/schemas/${name}` },
});
const header = (description: string, type = 'string', required = true): Header => ({
  description,
  required,
  schema: { type },
});
const limitsOf = (required: boolean): Readonly<Record<string, Header>> => ({
  'ratelimit-limit': header('Requests of a clock hour', 'integer', required),
  'ratelimit-remaining': header('Requests that are left of it', 'integer', required),
  'ratelimit-reset': header('Seconds until the next one begins', 'integer', required),
});

const requestId = { 'x-request-id': header('Names the request in the log of the service') };
const retryAfter = { 'retry-after': header('Seconds to wait', 'integer') };
const limits = limitsOf(true);
const etag = { etag: header('Changes with the answer') };
const tried = {
  description: 'Of an earlier answer; with the same one the body is left out',
  schema: { type: 'string' },
};

const ok = (description: string, name: string, headers: Answered['headers'] = {}): Answered => ({
  description,
  headers: { ...requestId, ...limits, ...headers },
  content: { 'application/json': reference(name) },
});
const refused = (description: string, headers: Answered['headers'] = {}): Answered => ({
  description,
  headers: { ...requestId, ...limitsOf(false), ...headers },
  content: { 'application/problem+json': reference('Problem') },
});

/** What any request may be answered with. */
const always = {
  400: refused('The request cannot be read, or has a key in its address'),
  401: refused('Without a valid key', { 'www-authenticate': header('Bearer') }),
  403: refused('Sent by plain HTTP'),
  405: refused('The path takes another method', { allow: header('The methods that it takes') }),
  421: refused('Sent to another host than the public URL'),
  429: refused('The limit of the key is used up', { ...limits, ...retryAfter }),
  431: { ...refused('The headers are longer than 16 KiB'), headers: {} },
  500: refused('The service failed'),
  503: refused('The database cannot be reached', retryAfter),
};

/** Describes the API in OpenAPI 3.1; schemas are made of those that check it. @param version of the program */
export function openApiDocument(publicUrl: URL, version: string): OpenApiDocument {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Code Review',
      version,
      description: 'Reviews pull requests of connected repositories. Clients poll a review until it has ended.',
    },
    servers: [{ url: publicUrl.origin }],
    security: [{ key: [] }],
    paths: {
      '/v1/repositories': {
        get: {
          summary: 'List the connected repositories',
          operationId: 'listRepositories',
          responses: { 200: ok('The repositories', 'Repositories'), ...always },
        },
      },
      '/v1/reviews': {
        post: {
          summary: 'Trigger a review of a pull request',
          operationId: 'triggerReview',
          parameters: [
            {
              name: 'Idempotency-Key',
              in: 'header',
              description:
                'Up to 255 visible ASCII characters; a request that is repeated with it by the same API key gets the same review.',
              schema: { type: 'string', minLength: 1, maxLength: 255 },
            },
          ],
          requestBody: { required: true, content: { 'application/json': reference('ReviewRequest') } },
          responses: {
            201: ok('The review', 'Review', { location: header('Path of the review') }),
            ...always,
            404: refused('The repository is not connected'),
            409: refused('The review of this Idempotency-Key was just removed'),
            413: refused('The body is longer than 64 KiB'),
            415: refused('The body is not JSON by its type'),
            422: refused('A field is wrong, or the Idempotency-Key was used with another body'),
          },
        },
      },
      '/v1/reviews/{id}': {
        get: {
          summary: 'Read a review',
          operationId: 'getReview',
          parameters: [
            { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
            { name: 'If-None-Match', in: 'header', ...tried },
          ],
          responses: {
            200: ok('The review', 'Review', etag),
            304: { description: 'The review has not changed', headers: { ...requestId, ...limits, ...etag } },
            ...always,
            404: refused('There is no review of this id'),
          },
        },
      },
    },
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'A key made in the dashboard' } },
      schemas,
    },
  };
}
