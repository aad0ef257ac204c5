import { Hono } from 'hono';
import { openApiDocument } from './document.ts';
import { openApiPage, pageStyle } from './page.ts';

/** `/openapi.json` and a page that shows it, `/openapi`. Neither needs a key. @param version of the program */
export function openApiRoutes(publicUrl: URL, version: string): Hono {
  const document = openApiDocument(publicUrl, version);
  const route = new Hono();
  route.get('/openapi.json', context => context.json(document));
  route.get('/openapi.css', context => context.text(pageStyle, 200, { 'content-type': 'text/css; charset=utf-8' }));
  route.get('/openapi', context => {
    context.header('content-security-policy', "default-src 'none'; style-src 'self'; frame-ancestors 'none'");
    context.header('x-content-type-options', 'nosniff');
    return context.html(openApiPage(document, '/openapi.css'));
  });
  return route;
}
