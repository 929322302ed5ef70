import { openApp } from '../../../calendar/open.ts'

// Everything below `/api` but the routes that have a folder of their own.
export const GET = async (request: Request): Promise<Response> => (await openApp()).api(request)
export { GET as DELETE, GET as HEAD, GET as OPTIONS, GET as PATCH, GET as POST, GET as PUT }
