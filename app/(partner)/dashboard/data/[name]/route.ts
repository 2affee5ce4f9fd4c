import { handleProcedure } from "#lib/dashboard/rpc/handle-procedure.ts";

type Context = { params: Promise<{ name: string }> };

const answer = async (request: Request, { params }: Context) => handleProcedure(request, (await params).name);

export { answer as GET, answer as POST };
