import { handlePublicMutation } from "#lib/dashboard/rpc/handle-public-mutation.ts";

type Context = { params: Promise<{ name: string }> };

export const POST = async (request: Request, { params }: Context) => handlePublicMutation(request, (await params).name);
