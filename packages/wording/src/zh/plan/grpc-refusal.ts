/** Refusals of a definition, a call or a message of gRPC, in Chinese. */
import type * as en from '../../en/plan/grpc-refusal.ts';
import type { Translation } from '../../words.ts';

export const grpcRefusal: Translation<typeof en.grpcRefusalWords> = {
  grpc_proto_unreadable: '{{file}}：{{error}}',
  grpc_descriptors_unreadable: '这不是 FileDescriptorSet：{{error}}',
  grpc_import_missing: '{{file}} 导入了“{{name}}”，但文件中没有它。',
  grpc_types_most: '最多 {{most}} 个消息和枚举。',
  grpc_service_missing: '没有服务“{{name}}”。现有：{{known}}。',
  grpc_method_missing: '没有方法“{{name}}”。现有：{{known}}。',
  grpc_message: '消息不符合其类型：{{error}}',
  grpc_stream_only: '{{kind}}调用没有 {{field}}。',
  grpc_stream_too_large: '一个流的消息超过 {{most}} MB。',
  grpc_reflection_failed: '无法向服务端询问类型：{{reason}}',
  grpc_no_types: '请说明调用的类型来源。',
  grpc_types_too_large: '定义超过 2 MB。',
};
