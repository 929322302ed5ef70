import { handler } from '../../../lib/handler.ts'

// Everything below `/api` but the routes that have a folder of their own.
export const GET = (request: Request): Promise<Response> => handler(request)
export { GET as DELETE, GET as HEAD, GET as OPTIONS, GET as PATCH, GET as POST, GET as PUT }
